import type { OfferedNumber } from '@farline/contracts/numbers/numbers';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/session/queries.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { providerOffersQuery, type Wanted } from './numbers-queries.ts';
import { OfferLine } from './offer-line.tsx';
import { useSettled } from './use-settled.ts';

/** What the operator's provider has; `none` where it is known to have nothing like it, or is not asked. */
export type FromProvider =
  | { is: 'none' | 'looking' | 'country_wanted' }
  | { is: 'unavailable'; lookAgain: () => void }
  | { is: 'found'; numbers: OfferedNumber[] };

/** Asks the provider once somebody has paused. What is not known is never none. */
export function useProviderOffers(wanted: Wanted, { isOn }: { isOn: boolean }): FromProvider {
  const settled = useSettled(wanted);
  const asked = useQuery({ ...providerOffersQuery(settled), enabled: isOn }, queryClient);
  if (!isOn) return { is: 'none' };
  if (settled !== wanted || asked.isFetching) return { is: 'looking' };
  if (!asked.isSuccess || asked.data.state === 'unavailable') {
    return { is: 'unavailable', lookAgain: () => void asked.refetch() };
  }
  const { state, numbers } = asked.data;
  if (state === 'country_wanted') return { is: state };
  return numbers.length === 0 ? { is: 'none' } : { is: 'found', numbers };
}

type ProviderOffersProps = { provided: FromProvider; onChoose: (offer: OfferedNumber) => void };

/** The provider's numbers below those of the catalogue, or why they are not shown. */
export function ProviderOffers({ provided, onChoose }: ProviderOffersProps) {
  const t = numbersText.useText();
  const shared = sharedText.useText();
  switch (provided.is) {
    case 'none':
      return null;
    case 'looking':
      return (
        <p role="status" className="text-muted">
          {t('moreLooking')}
        </p>
      );
    case 'country_wanted':
      return <p className="text-muted">{t('moreCountry')}</p>;
    case 'unavailable':
      return (
        <Notice
          kind="warning"
          title={t('moreUnknownTitle')}
          data-testid="provider-unknown"
          action={
            <Button size="small" onClick={provided.lookAgain}>
              {shared('tryAgain')}
            </Button>
          }
        >
          {t('moreUnknownBody')}
        </Notice>
      );
    case 'found':
      return (
        <Card as="div" room="list">
          <ul aria-label={t('moreLabel')} data-testid="provider-offers">
            {provided.numbers.map((offer) => (
              <OfferLine key={offer.number} offer={offer} onChoose={() => onChoose(offer)} />
            ))}
          </ul>
        </Card>
      );
  }
}
