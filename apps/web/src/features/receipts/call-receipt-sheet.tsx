import type { CallReceiptStep } from '@farline/contracts/check-receipt';
import { formatDecimal, micros } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';
import type { CallReceipt, CallReceiptPart, SignedCallReceipt } from '@farline/contracts/receipts';
import { CircleCheck, CircleX, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPrice, formatRate } from '../../lib/format/format.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { saveBlob } from '../../lib/api/save-blob.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import type { CheckedCallReceipt } from './call-receipt-queries.ts';

/** A receipt with the outcome of its check: what it says, how its price comes about, and what holds of it. */
export function CallReceiptSheet({ checked: { signed, steps } }: { checked: CheckedCallReceipt }) {
  const t = invoicesText.useText();
  const { receipt } = signed;
  const issuer = isolate(new URL(receipt.issuer).host);
  return (
    <div className="grid gap-5" data-testid="receipt" data-outcome={outcomeOf(steps)}>
      <Verdict steps={steps} issuer={issuer} />
      <Card className="grid gap-6">
        <Part title={t('factsTitle')}>
          <Facts facts={callFacts(receipt)} />
        </Part>
        <Part title={t('quoteTitle')}>
          <Facts facts={quoteFacts(receipt)} />
        </Part>
        <Part title={t('sumTitle')}>
          <dl className="figures grid gap-y-1 text-note">
            {receipt.parts
              .flatMap((part) => sumLines(receipt, part))
              .map(([name, value]) => (
                <div key={name} className="flex justify-between gap-4">
                  <dt className="text-muted">{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
              <dt>{t('total')}</dt>
              <dd data-testid="receipt-total">{formatPrice(moneyOf(receipt, receipt.total.amountMicros))}</dd>
            </div>
          </dl>
        </Part>
        {steps !== null && (
          <Part title={t('checkTitle')}>
            <ul className="grid gap-1.5 text-note">
              {steps.map((step) => (
                <Step key={step.step} step={step} issuer={issuer} />
              ))}
            </ul>
            <p className="figures mt-3 break-all text-note text-muted">{t('keyLine', { key: signed.key.id })}</p>
          </Part>
        )}
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => saveBlob(jsonOf(signed), `farline-receipt-${receipt.id}.json`)}
        >
          <Download aria-hidden className="size-4" />
          {t('saveReceipt')}
        </Button>
      </Card>
    </div>
  );
}

function jsonOf(signed: SignedCallReceipt): Blob {
  return new Blob([`${JSON.stringify(signed, null, 2)}\n`], { type: 'application/json' });
}

function outcomeOf(steps: CallReceiptStep[] | null): 'right' | 'wrong' | 'unchecked' {
  if (steps === null) return 'unchecked';
  return steps.every(({ holds }) => holds) ? 'right' : 'wrong';
}

function Verdict({ steps, issuer }: { steps: CallReceiptStep[] | null; issuer: string }) {
  const t = invoicesText.useText();
  switch (outcomeOf(steps)) {
    case 'right':
      return (
        <Notice kind="success" title={t('right')}>
          {t('rightBody', { issuer })}
        </Notice>
      );
    case 'wrong':
      return (
        <Notice kind="error" title={t('wrong')}>
          {t('wrongBody')}
        </Notice>
      );
    case 'unchecked':
      return (
        <Notice kind="warning" title={t('unchecked')}>
          {t('uncheckedBody')}
        </Notice>
      );
  }
}

function Step({ step: { step, holds }, issuer }: { step: CallReceiptStep; issuer: string }) {
  const t = invoicesText.useText();
  const Icon = holds ? CircleCheck : CircleX;
  return (
    <li className="flex gap-2.5" data-holds={holds}>
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', holds ? 'text-call' : 'text-stop')} />
      <span>
        {t(`step_${step}`, { issuer })}
        <span className={holds ? 'sr-only' : 'font-semibold text-stop'}>: {t(holds ? 'holds' : 'fails')}</span>
      </span>
    </li>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-sans text-body font-semibold tracking-normal">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-note">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function callFacts({ call, practice }: CallReceipt): [string, string][] {
  const t = invoicesText.say;
  return [
    [t('to'), showNumber(call.to)],
    ...(practice === undefined
      ? []
      : [[t('practiceName'), t(`practice_${practice.paidBy}`)] satisfies [string, string]]),
    [t('answered'), formatExactly(call.answeredAt)],
    [t('ended'), formatExactly(call.endedAt)],
    [t('talked'), t('seconds', { seconds: call.answeredSeconds })],
  ];
}

function quoteFacts(receipt: CallReceipt): [string, string][] {
  const t = invoicesText.say;
  const { quote } = receipt;
  return [
    ...(quote.frozenAt === null ? [] : [[t('frozen'), formatExactly(quote.frozenAt)] satisfies [string, string]]),
    [t('perMinute'), formatRate(moneyOf(receipt, quote.perMinuteMicros))],
    [t('fee'), formatPrice(moneyOf(receipt, quote.connectionMicros))],
    [t('least'), t('seconds', { seconds: quote.minimumSeconds })],
    [t('increments'), t('incrementsValue', { first: quote.firstSeconds, next: quote.nextSeconds })],
  ];
}

function sumLines(receipt: CallReceipt, part: CallReceiptPart): [string, string][] {
  const t = invoicesText.say;
  if (part.pays === 'allowance') {
    return [[t('included', { group: part.group }), t('seconds', { seconds: part.seconds })]];
  }
  if (part.pays === 'nobody') {
    return [[t(`forgiven_${part.because}`), t('seconds', { seconds: part.seconds })]];
  }
  const rate = formatRate(moneyOf(receipt, receipt.quote.perMinuteMicros));
  return [
    [t('billed', { seconds: part.seconds, billed: part.billedSeconds }), t('seconds', { seconds: part.billedSeconds })],
    [t('timeCost', { billed: part.billedSeconds, rate }), formatPrice(moneyOf(receipt, part.timeMicros))],
    [t('fee'), formatPrice(moneyOf(receipt, part.connectionMicros))],
  ];
}

function moneyOf({ quote }: CallReceipt, amountMicros: string): Money {
  return { amount: formatDecimal(micros(BigInt(amountMicros))), currency: quote.currency };
}
