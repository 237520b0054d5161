import type { NoticeSettings } from '@farline/contracts/notices';
import type { PushDevice } from '@farline/contracts/push/push';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { settingsText } from '../../texts/settings.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isSubscribed, pushAbility, switchOff, switchOn } from '../../lib/push/browser-push.ts';
import { PushDevices } from './push-devices.tsx';
import { Section } from './section.tsx';
import { noticeSettingsQuery, pushQuery } from './settings-queries.ts';

/** Whether this browser, and which others, tell of things while no page is open, and of what. */
export function PushSettingsPart({ userId }: { userId: string }) {
  const t = settingsText.useText();
  const shared = sharedText.useText();
  const push = useQuery(pushQuery, queryClient);
  const isHere = useIsHere(push.data?.publicKey);
  const [isBusy, setBusy] = useState(false);
  const act = async (change: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await change();
      await notify({ type: 'success', message: done });
    } catch (error) {
      await notify({ type: 'error', message: messageOf(error, t('pushFailed')) });
    } finally {
      await Promise.all([push.refetch(), isHere.refetch()]);
      setBusy(false);
    }
  };
  const { devices = [], publicKey = '' } = push.data ?? {};
  const own = devices.find(({ isCurrent }) => isCurrent);
  return (
    <Section title={t('pushTitle')} lead={t('pushLead')} data-testid="push-settings">
      {push.isPending && <Skeleton className="h-24 w-full rounded-control" />}
      {push.isError && (
        <Failed
          error={push.error}
          fallback={t('noticesFailed')}
          safe={shared('nothingChanged')}
          onTryAgain={() => void push.refetch()}
        />
      )}
      {push.data !== undefined && (
        <ThisBrowser
          isOn={own !== undefined && isHere.data === true}
          isBusy={isBusy}
          onSwitchOn={() => void act(async () => await allow({ publicKey, userId }), t('pushIsOn'))}
          onSwitchOff={() => void act(async () => await forget(own), t('pushIsOff'))}
        />
      )}
      {devices.length > 0 && (
        <>
          <PushKinds />
          <PushDevices devices={devices} isBusy={isBusy} onRemove={(remove) => void act(remove, t('pushRemoved'))} />
        </>
      )}
    </Section>
  );
}

/** Whether this browser has a place at its push service that was made with our key. */
function useIsHere(publicKey: string | undefined) {
  return useQuery(
    {
      queryKey: ['settings', 'push-here', publicKey ?? ''],
      queryFn: async () => await isSubscribed(publicKey ?? ''),
      enabled: publicKey !== undefined && pushAbility() === 'possible',
      staleTime: 0,
    },
    queryClient,
  );
}

async function allow(wanted: { publicKey: string; userId: string }): Promise<void> {
  if ((await switchOn(wanted)) === 'refused') throw new Error(settingsText.say('push_denied'));
}

async function forget(own: PushDevice | undefined): Promise<void> {
  await switchOff();
  if (own !== undefined) await api('DELETE /settings/push/{id}', { id: own.id });
}

function ThisBrowser({
  isOn,
  isBusy,
  onSwitchOn,
  onSwitchOff,
}: {
  isOn: boolean;
  isBusy: boolean;
  onSwitchOn: () => void;
  onSwitchOff: () => void;
}) {
  const t = settingsText.useText();
  const ability = pushAbility();
  if (ability !== 'possible') return <Notice kind="info">{t(`push_${ability}`)}</Notice>;
  return isOn ? (
    <Button look="quiet" disabled={isBusy} onClick={onSwitchOff}>
      {t('pushSwitchOff')}
    </Button>
  ) : (
    <Button disabled={isBusy} onClick={onSwitchOn}>
      {t('pushSwitchOn')}
    </Button>
  );
}

const KINDS = ['calls', 'missedCalls', 'messages', 'voicemail'] as const satisfies (keyof NoticeSettings['push'])[];

/** Of what all these browsers tell. Each box is saved as it is ticked. */
function PushKinds() {
  const t = settingsText.useText();
  const settings = useQuery(noticeSettingsQuery, queryClient);
  if (settings.data === undefined) return null;
  const choose = async (kind: (typeof KINDS)[number], isWanted: boolean): Promise<void> => {
    const { queryKey } = noticeSettingsQuery;
    queryClient.setQueryData(queryKey, (now) => now && { ...now, push: { ...now.push, [kind]: isWanted } });
    try {
      await api('PATCH /settings/notices', { body: { push: { [kind]: isWanted } } });
    } catch (error) {
      void settings.refetch();
      await notify({ type: 'error', message: translateSentence(sentenceOf(error)) });
    }
  };
  return (
    <fieldset className="mt-6 grid gap-3">
      <legend className="mb-3 font-medium">{t('pushKinds')}</legend>
      {KINDS.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`push_${kind}`)}
          checked={settings.data.push[kind]}
          onChange={(event) => void choose(kind, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

/** Push services say in English of their own what they have against a browser: that is for nobody. */
function messageOf(error: unknown, fallback: string): string {
  if (error instanceof DOMException) return fallback;
  return translateSentence(sentenceOf(error));
}
