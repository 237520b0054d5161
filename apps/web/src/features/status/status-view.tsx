import type { Availability, StatusReply } from '@farline/contracts/status';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { formatStretch } from '../../lib/format/format.ts';
import { formatExactly, formatTime } from '../../lib/format/format-time.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { statusText } from '../../texts/status.ts';
import { Card, Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Failed } from '../../ui/failed.tsx';
import { DayStrip, shareWord } from './day-strip.tsx';
import { LOOK_EVERY_SECONDS, statusQuery } from './status-query.ts';

const STATES = {
  ok: { icon: CircleCheck, colour: 'text-call' },
  failing: { icon: CircleAlert, colour: 'text-stop' },
  unknown: { icon: CircleHelp, colour: 'text-muted' },
} as const;
type State = keyof typeof STATES;

/** How everything stands now and has stood, by component. */
export function StatusView() {
  const t = statusText.useText();
  const status = useQuery(statusQuery, queryClient);
  return (
    <div className="@container grid gap-4" data-testid="status" data-status={status.data?.status}>
      {status.isError && (
        <Failed
          error={status.error}
          fallback={t('failed')}
          safe={t('failedBody')}
          onTryAgain={() => void status.refetch()}
        />
      )}
      {status.isPending && (
        <>
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-36 rounded-card" />
          <Skeleton className="h-36 rounded-card" />
          <Skeleton className="h-36 rounded-card" />
        </>
      )}
      {status.data !== undefined && (
        <>
          <Overall status={status.data} />
          {status.data.components.map((component) => (
            <Component key={component.name} component={component} />
          ))}
          <p className="prose-width text-note text-muted">
            {status.data.since === null
              ? t('notMeasured')
              : t('measured', {
                  seconds: status.data.measuredEverySeconds,
                  since: formatExactly(status.data.since),
                })}{' '}
            {t('rule')}
          </p>
        </>
      )}
    </div>
  );
}

function Overall({ status }: { status: StatusReply }) {
  const t = statusText.useText();
  const state = overallState(status);
  const { icon: Icon, colour } = STATES[state];
  const word = { ok: 'allWell', failing: 'notWell', unknown: 'notKnown' } as const;
  return (
    <Card aria-label={t('overall')}>
      <div className="flex items-center gap-3">
        <Icon aria-hidden className={cx('size-7 shrink-0', colour)} />
        <h2 aria-live="polite" className="text-title font-semibold">
          {t(word[state])}
        </h2>
      </div>
      <Shares last24Hours={status.overall.last24Hours} last30Days={status.overall.last30Days} isLarge />
      <p className="mt-3 text-note text-muted">
        {t('checked', { time: formatTime(status.time), seconds: LOOK_EVERY_SECONDS })}
      </p>
    </Card>
  );
}

function Component({ component }: { component: StatusReply['components'][number] }) {
  const t = statusText.useText();
  const { icon: Icon, colour } = STATES[component.state];
  const name = t(`component_${component.name}`);
  return (
    <Card aria-label={name} data-component={component.name} data-state={component.state}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-title font-semibold">{name}</h2>
        <p className="flex items-center gap-1.5 self-center font-medium">
          <Icon aria-hidden className={cx('size-5', colour)} />
          {t(`state_${component.state}`)}
        </p>
      </div>
      <p className="text-note text-muted">{t(`about_${component.name}`)}</p>
      <Shares last24Hours={component.last24Hours} last30Days={component.last30Days} />
      {component.days.length > 0 && <DayStrip name={name} days={component.days} />}
    </Card>
  );
}

function Shares({
  last24Hours,
  last30Days,
  isLarge = false,
}: {
  last24Hours: Availability;
  last30Days: Availability;
  isLarge?: boolean;
}) {
  const t = statusText.useText();
  return (
    <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
      {[['last24Hours', last24Hours] as const, ['last30Days', last30Days] as const].map(([name, availability]) => (
        <div key={name}>
          <dt className="text-note text-muted">{t(name)}</dt>
          <dd>
            <span className={cx('figures font-semibold', isLarge ? 'display text-display' : 'text-lead')}>
              {shareWord(availability.share)}
            </span>
            {availability.unmeasuredSeconds > 0 && (
              <span className="block text-note text-muted">
                {t('unmeasured', { stretch: formatStretch(availability.unmeasuredSeconds) })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function overallState({ status, components }: StatusReply): State {
  if (status === 'failing') return 'failing';
  return components.some(({ state }) => state === 'unknown') ? 'unknown' : 'ok';
}
