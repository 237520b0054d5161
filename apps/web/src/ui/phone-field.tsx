import type { ComponentProps } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import { countryOfClock } from '../lib/format/country-of-zone.ts';
import { homeCountry } from '../lib/format/home-country.ts';
import { countryBeside, readNumber } from '../lib/format/phone-number.ts';
import { isolate } from '../lib/language/i18n.ts';
import { authText } from '../texts/auth.ts';
import { CountrySelect } from './country/country-select.tsx';
import { cx } from './cx.ts';
import { Field } from './field.tsx';

/** What a form has of a telephone number: as it is typed, and the country that it is read in where it has no code. */
interface PhoneFields extends FieldValues {
  phone?: string | null | undefined;
  country?: string | undefined;
}

/** The country that a form begins with: the one that was chosen once, else that of the stored number, the clock, the language. */
export function firstCountry(user?: { country: string | null; phone: string | null }): string {
  return user?.country ?? countryBeside(user?.phone ?? '', countryOfClock() ?? homeCountry() ?? 'US');
}

/** A form's resolver that checks and gives the number as it is read, in E.164; in its field it stays as it was typed. */
export function readingPhone<Fields extends PhoneFields, Context, Output>(
  resolver: Resolver<Fields, Context, Output>,
): Resolver<Fields, Context, Output> {
  return async (values, context, options) => {
    const read = readNumber(values.phone ?? '', values.country);
    return await resolver(read.is === 'number' ? { ...values, phone: read.e164 } : values, context, options);
  };
}

interface PhoneFieldProps extends Omit<ComponentProps<typeof Field>, 'type' | 'label' | 'hint' | 'autoComplete'> {
  typed: string;
  country: string;
  onCountry: (country: string) => void;
}

/** A telephone number that may be left empty, beside its country; what it is read as stands below it. */
export function PhoneField({ typed, country, onCountry, className, ...rest }: PhoneFieldProps) {
  const t = authText.useText();
  return (
    <div className={cx('grid items-start', className)}>
      <CountrySelect value={country} onChoose={onCountry} />
      <Field label={t('phone')} type="tel" autoComplete="tel" {...hintOf(typed, country, t)} {...rest} />
    </div>
  );
}

type Say = ReturnType<typeof authText.useText>;

/** What the field takes, or what was typed is read as; nothing where that stands in the field already. */
function hintOf(typed: string, country: string, t: Say): { hint?: string } {
  const read = readNumber(typed, country);
  if (read.is !== 'number') return { hint: t('phoneHint') };
  if (read.international === typed.trim()) return {};
  return { hint: t('phoneRead', { number: isolate(read.international.replaceAll(' ', NO_BREAK)) }) };
}

const NO_BREAK = '\u00a0';
