import type { Country } from '@farline/contracts/rates';
import { formatRate } from '../../lib/format.ts';
import { pricingText } from '../../texts/pricing.ts';
import { Flag } from '../../ui/flag.tsx';

/** Every country with its usual price per minute, narrowed by what is searched for. */
export function PriceTable({ countries, search }: { countries: readonly Country[]; search: string }) {
  const t = pricingText.useText();
  const found = countries.filter((country) => matches(country, search)).sort((a, b) => a.name.localeCompare(b.name));
  if (found.length === 0) return <p className="text-muted">{t('nothing', { search })}</p>;
  return (
    <table className="w-full text-left">
      <thead className="text-note text-muted">
        <tr>
          <th className="py-2 font-medium">{t('country')}</th>
          <th className="hidden py-2 font-medium sm:table-cell">{t('code')}</th>
          <th className="py-2 text-right font-medium">{t('fixed')}</th>
          <th className="py-2 pl-4 text-right font-medium">{t('mobile')}</th>
        </tr>
      </thead>
      <tbody>
        {found.map((country) => (
          <tr key={country.code} className="border-t border-line">
            <th scope="row" className="py-3 font-medium">
              <span className="flex items-center gap-3">
                <Flag countryCode={country.code} />
                {country.name}
              </span>
            </th>
            <td className="figures hidden py-3 text-muted sm:table-cell">+{country.callingCode}</td>
            <PriceCell price={country.fixedPerMinute} />
            <PriceCell price={country.mobilePerMinute} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PriceCell({ price }: { price: Country['fixedPerMinute'] }) {
  const t = pricingText.useText();
  return (
    <td className="figures py-3 pl-4 text-right">
      {price === null ? <span className="text-note text-muted">{t('none')}</span> : formatRate(price)}
    </td>
  );
}

function matches(country: Country, search: string): boolean {
  const wanted = search.trim().toLocaleLowerCase();
  return (
    country.name.toLocaleLowerCase().includes(wanted) ||
    `+${country.callingCode}`.startsWith(`+${wanted.replace(/^\+/, '')}`)
  );
}
