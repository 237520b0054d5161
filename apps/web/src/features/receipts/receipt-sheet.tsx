import type { ReceiptStep } from '@farline/contracts/check-receipt';
import type { Receipt, SignedReceipt } from '@farline/contracts/receipts';
import { CircleCheck, CircleX, Download } from 'lucide-react';
import { isolate } from '../../lib/language/i18n.ts';
import { saveBlob } from '../../lib/api/save-blob.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { Amount } from '../../ui/amount.tsx';
import { Part } from '../../ui/part.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { callWords } from './call-receipt-words.ts';
import { messageWords } from './message-receipt-words.ts';
import type { CheckedReceipt } from './receipt-queries.ts';
import { type Lines, moneyOf, type ReceiptWords } from './receipt-words.ts';

/** A receipt with the outcome of its check: what it says, how its price comes about, and what holds of it. */
export function ReceiptSheet({ checked: { signed, steps } }: { checked: CheckedReceipt }) {
  const t = invoicesText.useText();
  const { receipt } = signed;
  const words = wordsOf(receipt);
  const issuer = isolate(new URL(receipt.issuer).host);
  return (
    <div className="grid gap-5" data-testid="receipt" data-outcome={outcomeOf(steps)}>
      <Verdict steps={steps} issuer={issuer} />
      <Card className="grid gap-6">
        <Part title={words.factsTitle}>
          <Facts facts={words.facts} />
        </Part>
        <Part title={t('quoteTitle')}>
          <Facts facts={words.quoteFacts} />
        </Part>
        <Part title={t('sumTitle')}>
          <dl className="figures grid gap-y-1 text-note">
            {words.sumLines.map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
              <dt>{t('total')}</dt>
              <dd data-testid="receipt-total">
                <Amount of={moneyOf(receipt, receipt.total.amountMicros)} as="exact" />
              </dd>
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

function wordsOf(receipt: Receipt): ReceiptWords {
  return receipt.kind === 'call' ? callWords(receipt) : messageWords(receipt);
}

function jsonOf(signed: SignedReceipt): Blob {
  return new Blob([`${JSON.stringify(signed, null, 2)}\n`], { type: 'application/json' });
}

function outcomeOf(steps: ReceiptStep[] | null): 'right' | 'wrong' | 'unchecked' {
  if (steps === null) return 'unchecked';
  return steps.every(({ holds }) => holds) ? 'right' : 'wrong';
}

function Verdict({ steps, issuer }: { steps: ReceiptStep[] | null; issuer: string }) {
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

function Step({ step: { step, holds }, issuer }: { step: ReceiptStep; issuer: string }) {
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

function Facts({ facts }: { facts: Lines }) {
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
