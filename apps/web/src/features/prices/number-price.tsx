import { lazy, Suspense, useState } from 'react';
import { landing } from '../../texts/landing.ts';

const load = async () => ({ default: (await import('../../ui/price-of-number.tsx')).PriceOfNumber });
const PriceOfNumber = lazy(load);

/** What a call to a number would cost, for anybody, without an account. */
export function NumberPrice() {
  const t = landing.useText();
  const [typed, setTyped] = useState('');
  return (
    <div className="mt-5">
      <label htmlFor="price-of" className="mb-1.5 block text-note font-medium">
        {t('checkLabel')}
      </label>
      <input
        id="price-of"
        type="tel"
        dir="ltr"
        autoComplete="off"
        placeholder="+44 7700 900123"
        value={typed}
        maxLength={40}
        onFocus={() => void load().catch(() => undefined)}
        onChange={({ target }) => setTyped(target.value)}
        className="phone-number min-h-12 w-full rounded-control border border-edge bg-raised px-3.5 transition-colors rtl:text-right hover:border-text"
      />
      <div role="status" className="figures mt-2 min-h-12" data-testid="number-price">
        {typed !== '' && (
          <Suspense>
            <PriceOfNumber typed={typed} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
