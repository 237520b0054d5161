import { formatBalance } from '../../lib/format/format.ts';
import { useKeypadOfPage } from '../../lib/page/keypad-of-page.ts';
import { useTimedMachine } from '../../lib/page/use-timed-machine.ts';
import { ivrText } from '../../texts/ivr-simulator.ts';
import { ActivityLogView } from '../../ui/activity-log.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DialPanel } from './dial-panel.tsx';
import { SAMPLE_ACCOUNTS } from './sample-lines.ts';
import { SampleAccounts } from './sample-accounts.tsx';
import { SIMULATOR_RULES } from './simulator.ts';
import { SipPanel } from './sip-panel.tsx';
import { StatusPanel } from './status-panel.tsx';

/** The simulated card line, and what the services behind a real one answer. */
export function IvrSimulator({ statusHost }: { statusHost: string }) {
  const t = ivrText.useText();
  useKeypadOfPage();
  return (
    <div className="grid gap-5">
      <Notice kind="info" title={t('simulatorTitle')}>
        {t('simulatorBody')}
      </Notice>
      <Simulator />
      <StatusPanel defaultHost={statusHost} />
    </div>
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
