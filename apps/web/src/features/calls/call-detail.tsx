import type { Call } from '@farline/contracts/calls';
import { Phone } from 'lucide-react';
import { formatDuration, formatExactly, formatPrice, formatRate } from '../../lib/format.ts';
import { translateSentence } from '../../lib/i18n.ts';
import { showNumber } from '../../lib/phone-number.ts';
import { billedSeconds } from '../../lib/price-call.ts';
import { callsText } from '../../texts/calls.ts';
import { Button } from '../../ui/button.tsx';

/** Everything that a call says about itself: why it ended, what it cost and how that sum comes about. */
export function CallDetail({ call, onCallAgain }: { call: Call; onCallAgain: (number: string) => void }) {
  const t = callsText.useText();
  const facts = factsOf(call);
  return (
    <div className="appearing grid gap-4 px-3 pb-5 pt-2" data-testid="call-detail">
      {call.reasonText !== null && (
        <p className="prose-width">
          <span className="sr-only">{t('why')}: </span>
          {translateSentence(call.reasonText)}
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-note">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => onCallAgain(call.to)}>
        <Phone aria-hidden className="size-4" />
        {t('callAgain')}
      </Button>
    </div>
  );
}

function factsOf(call: Call): [string, string][] {
  const t = callsText.say;
  const facts: [string, string][] = [[t('started'), formatExactly(call.startTime)]];
  if (call.ringingAt !== null) facts.push([t('rang'), secondsBetween(call.startTime, call.ringingAt)]);
  if (call.duration > 0) facts.push([t('talked'), formatDuration(call.duration)]);
  facts.push([t('rate'), rateOf(call)]);
  if (call.cost !== null) facts.push([t('price'), priceOf(call)]);
  facts.push([t('shown'), call.from === null ? t('anonymous') : showNumber(call.from)]);
  if (call.endedBy !== null) facts.push([t('endedBy'), t(`by_${call.endedBy}`)]);
  if (call.trunk !== null) facts.push([t('trunk'), call.trunk]);
  if (call.sipStatus !== null) facts.push([t('sip'), String(call.sipStatus)]);
  return facts;
}

function rateOf({ terms, destination }: Call): string {
  const t = callsText.say;
  if (destination.kind === 'echo') return t('free');
  const isEven = terms.firstSeconds === terms.nextSeconds;
  const parts = [
    t(isEven ? 'rateStepsEven' : 'rateSteps', {
      rate: formatRate(terms.perMinute),
      first: terms.firstSeconds,
      next: terms.nextSeconds,
    }),
  ];
  if (Number(terms.connectionFee.amount) > 0) parts.push(t('rateFee', { fee: formatPrice(terms.connectionFee) }));
  if (terms.minimumSeconds > terms.firstSeconds) parts.push(t('rateMinimum', { seconds: terms.minimumSeconds }));
  return parts.join(', ');
}

function priceOf(call: Call): string {
  const t = callsText.say;
  if (call.cost === null) return '';
  const billed = billedSeconds(call.terms, call.duration);
  const price = formatPrice(call.cost);
  return billed === 0 ? `${price}` : `${price}, ${t('billed', { billed, talked: call.duration })}`;
}

function secondsBetween(from: string, to: string): string {
  return `${((Date.parse(to) - Date.parse(from)) / 1000).toFixed(1)} s`;
}
