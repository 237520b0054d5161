import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import type { VoicemailShare } from '@farline/contracts/voicemail/shares';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { formatExactly } from '../../../lib/format/format-time.ts';
import { notify } from '../../../lib/page/notify.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { voicemailSharesText } from '../../../texts/voicemail-shares.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { type Failure, FailureBox, failureOf } from '../../../ui/failure-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { sharesQuery } from './voicemail-queries.ts';

const HOURS = ['24', '168', '720'] as const;
const HOURS_SENT = { '24': 24, '168': 168, '720': 720 } as const;

/** Makes links by which whoever has one hears a voicemail, and revokes them. */
export function ShareVoicemail({ voicemail: { id }, onClose }: { voicemail: Voicemail; onClose: () => void }) {
  const t = voicemailSharesText.useText();
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24');
  const [showsCaller, setShowsCaller] = useState(false);
  const [made, setMade] = useState<{ id: string; url: string } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(failureOf(error, t('failed')));
    }
    await queryClient.invalidateQueries({ queryKey: sharesQuery(id).queryKey });
    setBusy(false);
  };
  const make = async (): Promise<void> => {
    const { share, url } = await api('POST /voicemails/{id}/shares', {
      id,
      body: { hours: HOURS_SENT[hours], showsCaller },
    });
    setMade({ id: share.id, url });
  };
  const revoke = async (share: string): Promise<void> => {
    await api('DELETE /voicemails/{id}/shares/{share}', { id, share });
    setMade((shown) => (shown?.id === share ? null : shown));
  };
  return (
    <Dialog title={t('title')} lead={t('lead')} open onOpenChange={onClose} data-testid="share-voicemail">
      <div className="grid gap-5">
        <div className="contents">
          <FailureBox failure={failure} />
        </div>
        <Segments
          label={t('how')}
          value={hours}
          options={HOURS.map((value) => ({ value, label: t(`h${value}`) }))}
          onChoose={setHours}
        />
        <Checkbox label={t('caller')} checked={showsCaller} onChange={({ target }) => setShowsCaller(target.checked)} />
        <Button className="justify-self-start" disabled={isBusy} onClick={() => void attempt(make)}>
          {t('make')}
        </Button>
        {made !== null && <NewLink key={made.id} url={made.url} />}
        <Links id={id} isBusy={isBusy} onRevoke={(share) => void attempt(async () => await revoke(share))} />
      </div>
    </Dialog>
  );
}

function NewLink({ url }: { url: string }) {
  const t = voicemailSharesText.useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      await notify({ type: 'warning', message: t('copyFailed') });
    }
  };
  return (
    <div className="grid gap-3">
      <Field
        label={t('link')}
        hint={t('once')}
        dir="ltr"
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => void copy()}>
        {isCopied ? t('copied') : t('copy')}
      </Button>
    </div>
  );
}

type LinksProps = { id: string; isBusy: boolean; onRevoke: (share: string) => void };

function Links({ id, isBusy, onRevoke }: LinksProps) {
  const t = voicemailSharesText.useText();
  const found = useQuery(sharesQuery(id), queryClient);
  const shares: VoicemailShare[] = found.data?.shares ?? [];
  if (found.isError && found.data === undefined) {
    return <Failed error={found.error} fallback={t('listFailed')} safe="" onTryAgain={() => void found.refetch()} />;
  }
  if (shares.length === 0) return null;
  return (
    <div>
      <h3 className="font-sans text-body font-semibold tracking-normal">{t('links')}</h3>
      <ul>
        {shares.map((share) => (
          <li key={share.id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
            <span className="min-w-0 flex-1 text-note text-muted">
              {t('until', { when: formatExactly(share.expiresAt) })} · {t('opened', { count: share.opened })}
              {share.showsCaller && ` · ${t('saysCaller')}`}
            </span>
            <Button
              look="quiet"
              size="small"
              disabled={isBusy}
              onClick={() => onRevoke(share.id)}
              aria-label={t('revokeThis', { when: formatExactly(share.expiresAt) })}
            >
              {t('revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
