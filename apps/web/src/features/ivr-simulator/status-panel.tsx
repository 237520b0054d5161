import { CircleAlert, CircleCheck, CircleDashed, CircleOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { twoSentences } from '../../lib/language/two-sentences.ts';
import { ivrText } from '../../texts/ivr-simulator.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { askService, readHost, SERVICES, type ServiceAnswer, type ServiceName } from './service-status.ts';

type Answers = Partial<Record<ServiceName, ServiceAnswer>>;

/** Asks the four services of a host how they are. The answers are real. */
export function StatusPanel({ defaultHost }: { defaultHost: string }) {
  const t = ivrText.useText();
  const [typedHost, setTypedHost] = useState(defaultHost);
  const [isChecked, setChecked] = useState(false);
  const [answers, setAnswers] = useState<Answers>({});
  const host = readHost(typedHost);
  const isRunning = Object.values(answers).some((answer) => answer.is === 'checking');

  const check = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (host === null || isRunning) return;
    setAnswers(Object.fromEntries(SERVICES.map(({ service }) => [service, { is: 'checking' }])));
    await Promise.all(
      SERVICES.map(async ({ service, path }) => {
        const answer = await askService(host + path);
        setAnswers((before) => ({ ...before, [service]: answer }));
      }),
    );
  };

  return (
    <Card aria-label={t('statusTitle')}>
      <h2 className="text-title font-semibold">{t('statusTitle')}</h2>
      <p className="prose-width mt-1 text-muted">{t('statusLead')}</p>
      <form
        noValidate
        onSubmit={(event) => void check(event)}
        className="mt-4 grid items-start gap-3 @xl:grid-cols-[1fr_auto]"
      >
        <Field
          label={t('statusHost')}
          hint={t('statusHostHint')}
          value={typedHost}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          inputMode="url"
          onChange={(event) => setTypedHost(event.target.value)}
          {...(isChecked && host === null ? { error: t('hostInvalid') } : {})}
        />
        <Button type="submit" aria-disabled={isRunning} className="@xl:mt-7">
          {t('checkStatus')}
        </Button>
      </form>
      <ul className="mt-5 grid gap-2 @2xl:grid-cols-2">
        {SERVICES.map(({ service, path }) => (
          <ServiceLine key={service} service={service} path={path} answer={answers[service] ?? null} />
        ))}
      </ul>
    </Card>
  );
}

function ServiceLine(line: { service: ServiceName; path: string; answer: ServiceAnswer | null }) {
  const t = ivrText.useText();
  const { service, path, answer } = line;
  const { icon: Icon, colour } = SIGNS[answer?.is ?? 'none'];
  return (
    <li data-service={service} data-answer={answer?.is ?? 'none'} className="min-w-0 rounded-control bg-softer p-3.5">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', colour)} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{t(`service_${service}`)}</span>
            <code className="text-note text-muted">{path}</code>
          </p>
          <p role="status" className="figures text-note text-muted">
            {answerWords(answer, t)}
          </p>
        </div>
      </div>
      {answer !== null && 'body' in answer && answer.body !== '' && (
        <details className="mt-2 text-note">
          <summary className="inline-block rounded-small py-1 text-accent">{t('response')}</summary>
          <CodeBlock label={t('response')} className="mt-1 rounded-small bg-soft">
            {answer.body}
          </CodeBlock>
        </details>
      )}
    </li>
  );
}

const SIGNS = {
  none: { icon: CircleDashed, colour: 'text-muted' },
  checking: { icon: CircleDashed, colour: 'text-accent' },
  ok: { icon: CircleCheck, colour: 'text-call' },
  failing: { icon: CircleAlert, colour: 'text-stop' },
  unreachable: { icon: CircleOff, colour: 'text-stop' },
} as const;

function answerWords(answer: ServiceAnswer | null, t: typeof ivrText.say): string {
  if (answer === null) return t('notChecked');
  switch (answer.is) {
    case 'checking':
      return t('checking');
    case 'unreachable':
      return twoSentences(t('answer_unreachable'), t(answer.cause === 'timeout' ? 'timedOut' : 'unreachable'));
    case 'ok':
    case 'failing': {
      const parts = [
        t(`answer_${answer.is}`),
        t('httpStatus', { status: answer.httpStatus }),
        t('took', { ms: answer.tookMs }),
      ];
      const facts = parts.join(' · ');
      return answer.sentence === null ? facts : twoSentences(facts, answer.sentence);
    }
  }
}
