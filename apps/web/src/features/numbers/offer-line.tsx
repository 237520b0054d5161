import type { OfferedNumber } from '@farline/contracts/numbers/numbers';
import { countryName, formatPrice } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { abilityOf, hasPaidMinutes, incomingOf, TYPE_WORDS } from './number-facts.ts';

/** A number that can be rented, with what it costs. */
export function OfferLine({ offer, onChoose }: { offer: OfferedNumber; onChoose: () => void }) {
  const t = numbersText.useText();
  const shown = showNumber(offer.number);
  const isSetUpFree = Number(offer.setup.amount) === 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 basis-full @lg:flex-1 @lg:basis-0">
        <p className="flex items-center gap-2.5 font-medium">
          <Flag countryCode={offer.country} />
          <bdi dir="ltr" className="figures whitespace-nowrap">
            {shown}
          </bdi>
        </p>
        <p className="text-note text-muted">
          {[countryName(offer.country), t(TYPE_WORDS[offer.type]), abilityOf(offer)].join(' · ')}
        </p>
        {hasPaidMinutes(offer) && <p className="text-note text-muted">{incomingOf(offer)}</p>}
        {offer.documents !== null && (
          <p className="text-note text-muted">{t('documents', { documents: offer.documents })}</p>
        )}
      </div>
      <p className="flex-1 @lg:flex-none @lg:text-end">
        <span className="block font-medium">{t('monthly', { price: formatPrice(offer.monthly) })}</span>
        {!isSetUpFree && (
          <span className="block text-note text-muted">{t('once', { price: formatPrice(offer.setup) })}</span>
        )}
      </p>
      <Button size="small" aria-label={t('rentNamed', { number: shown })} onClick={onChoose}>
        {t('rent')}
      </Button>
    </li>
  );
}
