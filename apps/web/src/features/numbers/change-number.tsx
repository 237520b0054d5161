import type { OwnNumber } from '@farline/contracts/numbers/numbers';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { goneByNow } from '../../lib/api/gone-by-now.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { notify } from '../../lib/page/notify.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';

type ChangeProps = { number: OwnNumber; onClose: () => void; onChanged: () => void };

const LONGEST_LABEL = 60;

/** Gives a number a label that its account alone sees. It stays until the server has answered. */
export function LabelNumber({ number, onClose, onChanged }: ChangeProps) {
  const t = numbersText.useText();
  const shared = sharedText.useText();
  const [label, setLabel] = useState(number.label);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await api('PATCH /numbers/{number}', { number: number.number, body: { label } });
      onChanged();
      onClose();
      await notify({ type: 'success', message: t('labelSaved') });
    } catch (error) {
      setFailure(failureOf(error, t('changeFailed')));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('editLabel', { number: showNumber(number.number) })}
      open
      onOpenChange={() => !isBusy && onClose()}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="contents">
          <FailureBox failure={failure} />
        </div>
        <Field
          label={t('label')}
          hint={t('labelHint')}
          autoComplete="off"
          maxLength={LONGEST_LABEL}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <Button type="submit" disabled={isBusy} className="justify-self-start">
          {isBusy ? shared('saving') : shared('save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Gives a number back, after saying what happens then. */
export function ReleaseNumber({
  number,
  quarantineDays,
  onClose,
  onChanged,
}: ChangeProps & { quarantineDays: number }) {
  const t = numbersText.useText();
  const shown = showNumber(number.number);
  return (
    <ConfirmDialog
      title={t('releaseTitle', { number: shown })}
      lead={number.rent?.goesBack === true ? t('releaseBodyBack') : t('releaseBody', { days: quarantineDays })}
      confirm={t('releaseConfirm')}
      failed={t('changeFailed')}
      data-testid="release-number"
      onClose={onClose}
      act={async () => {
        await goneByNow(api('DELETE /numbers/{number}', { number: number.number }));
        onChanged();
        onClose();
        await notify({ type: 'success', message: t('released', { number: shown }) });
      }}
    />
  );
}
