import type { ReactNode } from 'react';
import { formatPrice, formatRateShort, locale } from '../../../lib/format/format.ts';
import { isolate } from '../../../lib/language/i18n.ts';
import { invoicesText } from '../../../texts/invoices.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SAMPLE, type Sample, sampleNumber, sampleSum } from './sample.ts';

type Lines = readonly (readonly [string, string])[];

/** The receipt of the sample as features/receipts shows one, with what its check found. */
export function ReceiptPicture({ sample }: { sample: Sample }) {
  const t = invoicesText.useText();
  return (
    <div className="grid min-w-0 content-start gap-4">
      <Notice kind="success" title={t('right')}>
        {t('rightBody', { issuer: isolate(location.host) })}
      </Notice>
      <Card as="div" className="grid gap-5">
        <Part title={t('factsTitle')}>
          <Facts facts={factsOf(sample)} />
        </Part>
        <Part title={t('quoteTitle')}>
          <Facts facts={quoteOf(sample)} />
        </Part>
        <Part title={t('sumTitle')}>
          <div className="figures grid gap-y-1 text-note">
            {sumLines(sample).map(([name, value]) => (
              <Row key={name} name={<span className="text-muted">{name}</span>} value={value} />
            ))}
            <div className="mt-1 border-t border-line pt-2 font-semibold" data-testid="sample-total">
              <Row name={t('total')} value={formatPrice(sampleSum(sample).total)} />
            </div>
          </div>
        </Part>
      </Card>
    </div>
  );
}

function factsOf({ country, seconds }: Sample): Lines {
  const t = invoicesText.say;
  return [
    [t('to'), isolate(sampleNumber(country))],
    [t('answered'), exactly(0)],
    [t('ended'), exactly(seconds)],
    [t('talked'), t('seconds', { seconds })],
  ];
}

function quoteOf({ terms }: Sample): Lines {
  const t = invoicesText.say;
  const { perMinute, connectionFee, minimumSeconds, firstSeconds, nextSeconds } = terms;
  return [
    [t('perMinute'), formatRateShort(perMinute)],
    [t('fee'), formatPrice(connectionFee)],
    [t('least'), t('seconds', { seconds: minimumSeconds })],
    [t('increments'), t('incrementsValue', { first: firstSeconds, next: nextSeconds })],
  ];
}

function sumLines(sample: Sample): Lines {
  const t = invoicesText.say;
  const { billed, time, fee } = sampleSum(sample);
  const { seconds, terms } = sample;
  const rate = formatRateShort(terms.perMinute);
  return [
    [t('billed', { seconds, billed }), t('seconds', { seconds: billed })],
    [t('timeCost', { billed, rate }), formatPrice(time)],
    [t('fee'), formatPrice(fee)],
  ];
}

/** As every receipt says it; in the time of UTC, so that the sample is the same for everybody. */
function exactly(secondsLater: number): string {
  const style = { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale(), style).format(Date.parse(SAMPLE.answeredAt) + secondsLater * 1000);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-2 font-semibold">{title}</p>
      {children}
    </div>
  );
}

function Facts({ facts }: { facts: Lines }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-note">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <span className="text-muted">{name}</span>
          <span className="figures">{value}</span>
        </div>
      ))}
    </div>
  );
}

function Row({ name, value }: { name: ReactNode; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <span>{name}</span>
      <span>{value}</span>
    </div>
  );
}
