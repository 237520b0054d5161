import type { SignedInSession } from '@farline/contracts/settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { deviceName, DeviceSign } from './device-name.tsx';
import { Section } from './section.tsx';
import { sessionsQuery } from './settings-queries.ts';

/** Where the person is signed in; one or all others can be signed out. */
export function SessionList() {
  const t = settingsText.useText();
  const sessions = useQuery(sessionsQuery, queryClient);
  const [busy, setBusy] = useState<string | null>(null);

  const signOut = async (which: string, end: () => Promise<{ ended: number }>): Promise<void> => {
    setBusy(which);
    try {
      const { ended } = await end();
      await notify({ type: 'success', message: t('signedOut', { count: ended }) });
    } catch (error) {
      await notify({ type: 'error', message: translateSentence(sentenceOf(error)) });
    } finally {
      setBusy(null);
      void sessions.refetch();
    }
  };

  const others = (sessions.data ?? []).filter((session) => !session.isCurrent);
  return (
    <Section title={t('sessionsTitle')} lead={t('sessionsLead')} data-testid="sessions">
      {sessions.isPending && <Skeleton className="h-36 w-full rounded-control" />}
      {sessions.isError && (
        <Failed
          error={sessions.error}
          fallback={t('sessionsFailed')}
          safe={t('sessionsSafe')}
          onTryAgain={() => void sessions.refetch()}
        />
      )}
      {sessions.data !== undefined && (
        <>
          <ul className="grid">
            {sessions.data.map((session) => (
              <Line
                key={session.id}
                session={session}
                isBusy={busy !== null}
                onSignOut={() =>
                  void signOut(session.id, async () => await api('DELETE /auth/sessions/{id}', { id: session.id }))
                }
              />
            ))}
          </ul>
          {others.length === 0 ? (
            <p className="mt-3 text-note text-muted">{t('onlyThis')}</p>
          ) : (
            <Button
              look="quiet"
              className="mt-4"
              disabled={busy !== null}
              onClick={() => void signOut('others', async () => await api('DELETE /auth/sessions'))}
            >
              {t('signOutOthers')}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

function Line({ session, isBusy, onSignOut }: { session: SignedInSession; isBusy: boolean; onSignOut: () => void }) {
  const t = settingsText.useText();
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line py-3 first:border-t-0">
      <DeviceSign device={session.device} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">
          {deviceName(session.device)}
          {session.isCurrent && (
            <span className="ms-2 rounded-full bg-accent-soft px-2.5 py-0.5 text-note font-medium text-accent-strong">
              {t('thisDevice')}
            </span>
          )}
        </p>
        <p className="text-note text-muted">
          {session.isCurrent ? (
            t('inUseNow')
          ) : (
            <time dateTime={session.lastSeenAt} title={formatExactly(session.lastSeenAt)}>
              {t('lastSeen', { when: formatWhen(session.lastSeenAt) })}
            </time>
          )}
          {session.address !== null && ` ${t('fromAddress', { address: session.address })}`}
          {' · '}
          <time dateTime={session.startedAt} title={formatExactly(session.startedAt)}>
            {t('signedInSince', { when: formatWhen(session.startedAt) })}
          </time>
          {!session.isRemembered && ` · ${t('endsWithBrowser')}`}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          look="quiet"
          size="small"
          disabled={isBusy}
          onClick={onSignOut}
          aria-label={t('signOutNamed', { name: deviceName(session.device) })}
        >
          {t('signOutOne')}
        </Button>
      )}
    </li>
  );
}
