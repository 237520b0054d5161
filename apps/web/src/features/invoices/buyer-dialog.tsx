import type { Buyer } from '@farline/contracts/invoices';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useReducer, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { RequestError } from '../../lib/api/http.ts';
import { localCountries } from '../../lib/format/local-countries.ts';
import { notify } from '../../lib/page/notify.ts';
import { countriesQuery, queryClient } from '../../lib/session/queries.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { buyerQuery } from './invoices-queries.ts';

/** Asks for the name and address on invoices. */
export function BuyerDialog({ onClose }: { onClose: () => void }) {
  const t = invoicesText.useText();
  const buyer = useQuery(buyerQuery, queryClient);
  return (
    <Dialog title={t('buyerTitle')} lead={t('buyerLead')} open onOpenChange={onClose} data-testid="buyer">
      {buyer.isPending && <Skeleton className="h-72 w-full rounded-control" />}
      {buyer.isError && buyer.data === undefined && (
        <Failed error={buyer.error} fallback={t('buyerFailed')} safe="" onTryAgain={() => void buyer.refetch()} />
      )}
      {buyer.data !== undefined && <BuyerForm buyer={buyer.data} onSaved={onClose} />}
    </Dialog>
  );
}

/** Sends the changes alone: they leave what another tab or a colleague has saved meanwhile. */
function BuyerForm({ buyer, onSaved }: { buyer: Buyer; onSaved: () => void }) {
  const t = invoicesText.useText();
  const [changes, change] = useReducer((now: Partial<Buyer>, part: Partial<Buyer>) => ({ ...now, ...part }), {});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const countries = useQuery(countriesQuery, queryClient);
  const draft = { ...buyer, ...changes };

  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const saved = await api('PATCH /billing/buyer', { body: changes });
      queryClient.setQueryData(buyerQuery.queryKey, saved.buyer);
      onSaved();
      await notify({ type: 'success', message: t('buyerSaved') });
    } catch (error) {
      setWrong(error instanceof RequestError ? error.fieldErrors : {});
      setFailure(failureOf(error, t('buyerChangeFailed')));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Field
        label={t('buyerName')}
        hint={t('buyerNameHint')}
        autoComplete="organization"
        value={draft.name}
        error={wrong['name']}
        onChange={(event) => change({ name: event.target.value })}
      />
      <AddressField value={draft.address} error={wrong['address']} onChange={(address) => change({ address })} />
      <Select
        label={t('buyerCountry')}
        autoComplete="country"
        value={draft.country}
        error={wrong['country']}
        onChange={(event) => change({ country: event.target.value })}
      >
        <option value="">{t('buyerNoCountry')}</option>
        {localCountries(countries.data ?? []).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        label={t('buyerTaxId')}
        autoComplete="off"
        value={draft.taxId}
        error={wrong['taxId']}
        onChange={(event) => change({ taxId: event.target.value })}
      />
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        {isBusy ? t('buyerSaving') : t('buyerSave')}
      </Button>
    </form>
  );
}

function AddressField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const t = invoicesText.useText();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-note font-medium">
        {t('buyerAddress')}
      </label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        autoComplete="street-address"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-control border border-edge bg-raised px-3.5 py-2.5 text-body transition-colors hover:border-text"
      />
      {error !== undefined && <FieldError id={`${id}-note`}>{error}</FieldError>}
    </div>
  );
}
