import type { VerifiedNumber } from '@farline/contracts/numbers/verified-numbers';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { goneByNow } from '../../lib/api/gone-by-now.ts';
import { formatDay } from '../../lib/format/format-time.ts';
import { readNumber, showNumber } from '../../lib/format/phone-number.ts';
import { dayIn } from '../../lib/format/time-zone.ts';
import { notify } from '../../lib/page/notify.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { verifiedNumbersText } from '../../texts/numbers/verified-numbers.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { failureOf } from '../../ui/failure-box.tsx';
import { Flag } from '../../ui/flag.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';

/** Numbers that people have elsewhere and that calls may show: until when, and which one calls show. */
export function VerifiedNumbers({ verified, onChanged }: { verified: VerifiedNumber[]; onChanged: () => void }) {
  const t = verifiedNumbersText.useText();
  const [removing, remove] = useState<VerifiedNumber | null>(null);
  if (verified.length === 0) return null;
  return (
    <>
      <h3 className="mb-3 mt-6 font-sans text-body font-semibold tracking-normal">{t('listTitle')}</h3>
      <ul className="grid gap-3">
        {verified.map((number) => (
          <li key={number.number}>
            <VerifiedCard
              verified={number}
              onDefault={() => void showOnCalls(number, onChanged)}
              onRemove={() => remove(number)}
            />
          </li>
        ))}
      </ul>
      {removing !== null && (
        <ConfirmDialog
          title={t('removeTitle', { number: showNumber(removing.number) })}
          lead={t('removeBody')}
          confirm={t('removeConfirm')}
          failed={t('failed')}
          data-testid="remove-verified"
          onClose={() => remove(null)}
          act={async () => {
            await goneByNow(api('DELETE /numbers/verified/{number}', { number: removing.number }));
            onChanged();
            remove(null);
            await notify({ type: 'success', message: t('removed', { number: showNumber(removing.number) }) });
          }}
        />
      )}
    </>
  );
}

async function showOnCalls({ number }: VerifiedNumber, onChanged: () => void): Promise<void> {
  const t = numbersText.say;
  try {
    await api('PATCH /numbers/verified/{number}', { number, body: { isDefault: true } });
    onChanged();
    await notify({ type: 'success', message: t('madeDefault', { number: showNumber(number) }) });
  } catch (error) {
    await notifyFailure(failureOf(error, t('changeFailed')));
  }
}

type CardProps = { verified: VerifiedNumber; onDefault: () => void; onRemove: () => void };

function VerifiedCard({ verified: { number, isDefault, expiresAt }, onDefault, onRemove }: CardProps) {
  const t = verifiedNumbersText.useText();
  const shown = showNumber(number);
  const read = readNumber(number, undefined);
  return (
    <Card as="div" data-testid="verified-number">
      <p className="flex items-center gap-2.5 text-lead font-semibold">
        <Flag countryCode={read.is === 'number' ? read.countryCode : null} />
        <bdi dir="ltr" className="figures whitespace-nowrap">
          {shown}
        </bdi>
      </p>
      <p className="mt-1 text-note text-muted">
        {t('until', { when: formatDay(dayIn(new Date(expiresAt)), 'full') })} · {t('note')}
      </p>
      <div className="-me-2 mt-2 flex min-h-11 flex-wrap items-center gap-x-1">
        <ShownOnCalls isDefault={isDefault} mayBeDefault onDefault={onDefault} />
        <IconButton label={t('remove', { number: shown })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4.5" />
        </IconButton>
      </div>
    </Card>
  );
}

interface ShownOnCallsProps {
  isDefault: boolean;
  /** False for a number that calls cannot show. */
  mayBeDefault: boolean;
  onDefault: () => void;
}

/** That calls show a number, or the button that makes them show it. */
export function ShownOnCalls({ isDefault, mayBeDefault, onDefault }: ShownOnCallsProps) {
  const t = numbersText.useText();
  return (
    <div className="flex-1">
      {isDefault && <p className="w-fit rounded-small bg-accent-soft px-2 py-0.5 text-note">{t('isDefault')}</p>}
      {!isDefault && mayBeDefault && (
        <Button look="quiet" size="small" onClick={onDefault}>
          {t('makeDefault')}
        </Button>
      )}
    </div>
  );
}
