import { CircleCheck, CircleDashed, CircleX, Play } from 'lucide-react';
import { useEffect, useReducer, useRef } from 'react';
import { apiTestText } from '../../texts/api-test.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { type Check, type CheckState, CHECKS, failures, nextApiTest, NOT_RUN, type Reply } from './api-test.ts';
import { askApi } from './ask-api.ts';
import { runChecks } from './run-checks.ts';

/** The three checks with their button, and what each gave. */
export function ApiTestPanel() {
  const t = apiTestText.useText();
  const [test, tell] = useReducer(nextApiTest, NOT_RUN);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const run = async (): Promise<void> => {
    if (!test.isRunning) await runChecks({ ask: askApi, tell, isLeft: () => isLeft.current });
  };
  const failed = failures(test);

  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button size="large" onClick={() => void run()} aria-disabled={test.isRunning}>
          <Play aria-hidden className="size-5" />
          {test.isRunning ? t('running') : t('run')}
        </Button>
        {failed !== null && !test.isRunning && (
          <Notice kind={failed === 0 ? 'success' : 'error'} data-testid="api-test-verdict">
            {verdictOn(failed)}
          </Notice>
        )}
      </div>
      <ol className="grid gap-4 [&>*]:min-w-0">
        {CHECKS.map((check) => (
          <CheckCard key={check.id} check={check} state={test.checks[check.id]} />
        ))}
      </ol>
    </div>
  );
}

function verdictOn(failed: number): string {
  if (failed === 0) return apiTestText.say('allPassed');
  return failed === CHECKS.length ? apiTestText.say('allFailed') : apiTestText.say('someFailed', { count: failed });
}

const SIGNS = {
  waiting: { icon: CircleDashed, colour: 'text-muted' },
  running: { icon: CircleDashed, colour: 'text-accent' },
  passed: { icon: CircleCheck, colour: 'text-call' },
  failed: { icon: CircleX, colour: 'text-stop' },
} as const;

function CheckCard({ check, state }: { check: Check; state: CheckState }) {
  const t = apiTestText.useText();
  const { icon: Icon, colour } = SIGNS[state.state];
  const reply = 'reply' in state ? state.reply : null;
  return (
    <li data-check={check.id} data-state={state.state}>
      <Card>
        <div className="grid grid-cols-[auto_1fr] gap-x-3">
          <Icon aria-hidden className={cx('mt-1 size-6', colour)} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-title font-semibold">{t(`title_${check.id}`)}</h2>
              <p role="status" className={cx('figures font-medium', colour)}>
                {t(`state_${state.state}`)}
                {reply !== null && <span data-testid="duration"> · {t('duration', { ms: reply.durationMs })}</span>}
              </p>
            </div>
            <p className="mt-1 text-note text-muted">
              <code className="block break-all text-text">GET {check.path}</code>
              {t(`expects_${check.id}`)}
            </p>
          </div>
        </div>
        {reply !== null && <ReplyData reply={reply} />}
      </Card>
    </li>
  );
}

function ReplyData({ reply }: { reply: Reply }) {
  const t = apiTestText.useText();
  if (reply.is === 'unanswered') {
    return (
      <p className="mt-4 rounded-control bg-softer p-3.5 text-note">
        {reply.cause === 'timeout' ? t('timedOut') : t('network')}
      </p>
    );
  }
  return (
    <div className="mt-4">
      <h3 className="text-note font-medium">
        {t('response')} · <span className="figures">{t('httpStatus', { status: reply.httpStatus })}</span>
      </h3>
      <CodeBlock label={t('response')} className="mt-1.5 rounded-control bg-softer">
        {reply.data === '' ? t('noBody') : reply.data}
      </CodeBlock>
    </div>
  );
}
