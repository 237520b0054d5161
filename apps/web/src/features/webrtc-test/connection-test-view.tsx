import { type ReactNode, useEffect } from 'react';
import type { Said } from '../../lib/page/activity-log.ts';
import { useTimedMachine } from '../../lib/page/use-timed-machine.ts';
import { type WebrtcKey, webrtcText } from '../../texts/webrtc-test.ts';
import { ActivityLogView } from '../../ui/activity-log.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { CONNECTION_TEST_RULES } from './connection-test.ts';
import { readSupport } from './support.ts';
import { SupportList } from './support-list.tsx';

/** Support, simulated connection, capability test and their log; `beside` stands at their side. */
export function ConnectionTestView({ beside }: { beside: ReactNode }) {
  const t = webrtcText.useText();
  const [test, send] = useTimedMachine(CONNECTION_TEST_RULES);
  useEffect(() => send({ type: 'support-read', support: readSupport(globalThis) }), [send]);

  return (
    <div className="grid gap-5">
      <div className="grid items-stretch gap-5 @3xl:grid-cols-2">
        <div className="@container grid content-start gap-5">
          <SupportList support={test.support} />
          <ConnectionPanel test={test} send={send} />
        </div>
        <div className="@container grid">{beside}</div>
      </div>
      <ActivityLogView
        title={t('logTitle')}
        entries={test.log.entries.map((entry) => ({ ...entry, text: sentenceOf(entry.says, t) }))}
        count={t('logCount', { count: test.log.entries.length })}
        empty={t('logEmpty')}
        clear={t('clearLogs')}
        onClear={() => send({ type: 'clear-logs' })}
        kindWords={{
          info: t('kind_info'),
          success: t('kind_success'),
          warning: t('kind_warning'),
          error: t('kind_error'),
        }}
      />
    </div>
  );
}

function sentenceOf({ key, values }: Said<WebrtcKey>, t: typeof webrtcText.say): string {
  if (key !== 'logCandidate') return t(key, values);
  return t(key, { kind: t(`candidate_${values?.['kind']}` as WebrtcKey, values) }); // One of the four of RFC 8445.
}
