import { type Factor, FACTOR_LIMITS } from '@farline/contracts/factors';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { factorsText } from '../../texts/factors.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AddApp } from './add-app.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RemoveFactor, RenameFactor } from './change-factor.tsx';
import { factorsChanged, factorsQuery } from './factors-queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';

type Asking =
  | { is: 'nothing' | 'app' }
  | { is: 'passkey'; isFirst: boolean }
  | { is: 'rename' | 'remove'; factor: Factor }
  | { is: 'codes'; codes: string[] };

/** Passkeys, authenticator apps and recovery codes: adding, naming and taking away. */
export function SecondFactors() {
  const t = factorsText.useText();
  const shared = sharedText.useText();
  const found = useQuery(factorsQuery, queryClient);
  const [asking, ask] = useState<Asking>({ is: 'nothing' });
  const add = (is: 'app' | 'passkey'): void => ask({ is, isFirst: found.data?.factors.length === 0 });
  const close = (): void => ask({ is: 'nothing' });
  const added = (codes: string[] | null): void => {
    void factorsChanged();
    if (codes === null) close();
    else ask({ is: 'codes', codes });
  };
  return (
    <Section title={t('title')} lead={t('lead')} data-testid="second-factors">
      {found.isPending && <Skeleton className="h-32 w-full rounded-control" />}
      {found.isError && (
        <Failed
          error={found.error}
          fallback={t('readFailed')}
          safe={shared('nothingChanged')}
          onTryAgain={() => void found.refetch()}
        />
      )}
      {found.data !== undefined && (
        <div className="grid gap-5">
          {found.data.factors.length > 0 && (
            <ul>
              {found.data.factors.map((factor) => (
                <Line key={factor.id} factor={factor} onAsk={(is) => ask({ is, factor })} />
              ))}
            </ul>
          )}
          <AddButtons factors={found.data.factors} onAsk={add} />
          {found.data.factors.length > 0 && (
            <CodesLeft left={found.data.recoveryCodesLeft} onMade={(codes) => ask({ is: 'codes', codes })} />
          )}
        </div>
      )}
      {asking.is === 'app' && <AddApp onClose={close} onAdded={added} />}
      {asking.is === 'passkey' && <AddPasskey isFirst={asking.isFirst} onClose={close} onAdded={added} />}
      {asking.is === 'codes' && <RecoveryCodes codes={asking.codes} onClose={close} />}
      {asking.is === 'rename' && <RenameFactor factor={asking.factor} onClose={close} />}
      {asking.is === 'remove' && <RemoveFactor factor={asking.factor} onClose={close} />}
    </Section>
  );
}

function AddButtons({ factors, onAsk }: { factors: Factor[]; onAsk: (what: 'app' | 'passkey') => void }) {
  const t = factorsText.useText();
  const isFull = factors.length >= FACTOR_LIMITS.factors;
  const apps = factors.filter(({ kind }) => kind === 'app').length;
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={isFull} onClick={() => onAsk('passkey')}>
        <KeyRound aria-hidden className="size-5" />
        {t('addPasskey')}
      </Button>
      <Button look="quiet" disabled={isFull || apps >= FACTOR_LIMITS.apps} onClick={() => onAsk('app')}>
        <Smartphone aria-hidden className="size-5" />
        {t('addApp')}
      </Button>
    </div>
  );
}

function CodesLeft({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const t = factorsText.useText();
  const [isBusy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      onMade((await api('POST /settings/factors/recovery-codes')).recoveryCodes);
      await factorsChanged();
    } catch (error) {
      await notify({ type: 'error', message: translateSentence(sentenceOf(error)) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      kind={left < 3 ? 'warning' : 'info'}
      title={t('codesLeft', { count: left })}
      action={
        <Button look="quiet" size="small" disabled={isBusy} onClick={() => void make()}>
          {t('makeCodes')}
        </Button>
      }
    >
      {t('codesLead')}
    </Notice>
  );
}

function Line({ factor, onAsk }: { factor: Factor; onAsk: (what: 'rename' | 'remove') => void }) {
  const t = factorsText.useText();
  const Icon = factor.kind === 'passkey' ? KeyRound : Smartphone;
  const { createdAt, lastUsedAt } = factor;
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0" data-factor={factor.kind}>
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{factor.name}</p>
        <p className="text-note text-muted">
          {t(`kind_${factor.kind}`)}
          {' · '}
          <time dateTime={createdAt} title={formatExactly(createdAt)}>
            {t('addedAt', { when: formatWhen(createdAt) })}
          </time>
          {' · '}
          {lastUsedAt === null ? (
            t('neverUsed')
          ) : (
            <time dateTime={lastUsedAt} title={formatExactly(lastUsedAt)}>
              {t('lastUsed', { when: formatWhen(lastUsedAt) })}
            </time>
          )}
        </p>
      </div>
      <IconButton label={t('renameNamed', { name: factor.name })} onClick={() => onAsk('rename')}>
        <Pencil aria-hidden className="size-4.5" />
      </IconButton>
      <IconButton label={t('removeNamed', { name: factor.name })} onClick={() => onAsk('remove')}>
        <Trash2 aria-hidden className="size-4.5" />
      </IconButton>
    </li>
  );
}
