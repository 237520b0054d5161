import { type ComponentProps, useState } from 'react';
import { homeCountry } from '../lib/format/home-country.ts';
import { countryBeside, readNumber } from '../lib/format/phone-number.ts';
import { authText } from '../texts/auth.ts';
import { CountrySelect } from './country-select.tsx';
import { cx } from './cx.ts';
import { Field } from './field.tsx';

interface Typing {
  /** What stands in the field now. */
  typed: () => string;
  /** Puts the number's E.164 form there instead. */
  write: (e164: string) => void;
  /** The number that is stored already, if any. */
  stored?: string | null;
}

/** A telephone number as it is being typed, and the country it is read in. */
export interface PhoneTyping {
  country: string;
  choose: (country: string) => void;
  /** What is a number of the country, in any notation, becomes its E.164 form; anything else stays as it was typed. */
  complete: () => void;
}

/** Reads what is typed in the country of the stored number, else of the browser's locale, until another is chosen. */
export function usePhoneTyping({ typed, write, stored = null }: Typing): PhoneTyping {
  const [country, setCountry] = useState(() => countryBeside(stored ?? '', homeCountry() ?? 'US'));
  const readIn = (home: string): string | null => {
    const read = readNumber(typed(), home);
    if (read.is !== 'number') return null;
    write(read.e164);
    return read.e164;
  };
  return {
    country,
    choose: (chosen) => {
      setCountry(chosen);
      readIn(chosen);
    },
    complete: () => {
      const e164 = readIn(country);
      if (e164 !== null) setCountry(countryBeside(e164, country));
    },
  };
}

interface PhoneFieldProps extends Omit<ComponentProps<typeof Field>, 'type' | 'label' | 'hint' | 'autoComplete'> {
  typing: PhoneTyping;
}

/** A telephone number that may be left empty, beside its country. */
export function PhoneField({ typing, className, ...rest }: PhoneFieldProps) {
  const t = authText.useText();
  return (
    <div className={cx('grid items-start', className)}>
      <CountrySelect value={typing.country} onChoose={typing.choose} />
      <Field label={t('phone')} type="tel" autoComplete="tel" hint={t('phoneHint')} {...rest} />
    </div>
  );
}
