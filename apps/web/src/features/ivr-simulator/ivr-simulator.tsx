import { Tabs } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { formatBalance } from '../../lib/format/format.ts';
import { useTimedMachine } from '../../lib/page/use-timed-machine.ts';
import { ivrText } from '../../texts/ivr-simulator.ts';
import { ActivityLogView } from '../../ui/activity-log.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DialPanel } from './dial-panel.tsx';
import { SAMPLE_ACCOUNTS } from './sample-lines.ts';
import { SampleAccounts } from './sample-accounts.tsx';
import { SIMULATOR_RULES } from './simulator.ts';
import { SipPanel } from './sip-panel.tsx';
import { StatusPanel } from './status-panel.tsx';

type Mode = 'simulator' | 'live';

/** The simulated card line and, beside it, the live one, which waits for calling cards. */
export function IvrSimulator({ statusHost }: { statusHost: string }) {
  const t = ivrText.useText();
  const [mode, setMode] = useState<Mode>('simulator');
  return (
    <Tabs.Root value={mode} onValueChange={(value) => setMode(value === 'live' ? 'live' : 'simulator')}>
      <Tabs.List aria-label={t('mode')} className="inline-flex gap-1 rounded-control bg-soft p-1">
        <ModeTab value="simulator">{t('modeSimulator')}</ModeTab>
        <ModeTab value="live">{t('modeLive')}</ModeTab>
      </Tabs.List>
      {/* Kept while the other tab is shown: a simulated call goes on. */}
      <Tabs.Content value="simulator" forceMount className="mt-6 grid gap-5 data-[state=inactive]:hidden">
        <Notice kind="info" title={t('simulatorTitle')}>
          {t('simulatorBody')}
        </Notice>
        <Simulator />
      </Tabs.Content>
      <Tabs.Content value="live" className="mt-6">
        <Empty
          level="h2"
          title={t('liveTitle')}
          action={
            <Button look="quiet" onClick={() => setMode('simulator')}>
              {t('backToSimulator')}
            </Button>
          }
        >
          {t('liveBody')}
        </Empty>
      </Tabs.Content>
      <div className="mt-5">
        <StatusPanel defaultHost={statusHost} />
      </div>
    </Tabs.Root>
  );
}

function Simulator() {
  const t = ivrText.useText();
  const [{ connection, log }, send] = useTimedMachine(SIMULATOR_RULES);
  const samples = {
    pin: SAMPLE_ACCOUNTS.pin.pin,
    pinBalance: formatBalance(SAMPLE_ACCOUNTS.pin.balance),
    callerId: SAMPLE_ACCOUNTS.callerId.number,
    callerIdBalance: formatBalance(SAMPLE_ACCOUNTS.callerId.balance),
  };
  return (
    <>
      <div className="grid items-start gap-5 @3xl:grid-cols-2">
        <div className="@container grid gap-5">
          <SipPanel connection={connection} send={send} />
          <SampleAccounts />
        </div>
        <div className="@container">
          <DialPanel connection={connection} send={send} />
        </div>
      </div>
      <ActivityLogView
        title={t('logTitle')}
        entries={log.entries.map((entry) => ({
          ...entry,
          text: t(entry.says.key, { ...samples, ...entry.says.values }),
        }))}
        count={t('logCount', { count: log.entries.length })}
        empty={t('logEmpty')}
        clear={t('clearLog')}
        onClear={() => send({ type: 'clear-log' })}
        kindWords={{
          info: t('kind_info'),
          success: t('kind_success'),
          warning: t('kind_warning'),
          error: t('kind_error'),
        }}
      />
    </>
  );
}

function ModeTab({ value, children }: { value: Mode; children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="min-h-9 rounded-[0.5rem] px-4 font-medium text-muted transition-colors hover:text-text data-[state=active]:bg-chosen data-[state=active]:text-text"
    >
      {children}
    </Tabs.Trigger>
  );
}
