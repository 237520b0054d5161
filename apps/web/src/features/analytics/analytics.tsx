import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { isDay } from '../../lib/format/is-day.ts';
import { knownTimeZones, todayIn } from '../../lib/format/time-zone.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { lastDays, PeriodChoice } from '../../ui/period.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { CallCharts } from './call-charts.tsx';
import type { Span } from './insight-query.ts';
import { CALL_MEASURES, type Measure, MESSAGE_MEASURES } from './measure.ts';
import { MessageCharts } from './message-charts.tsx';

type Subject = 'calls' | 'messages';

interface AnalyticsProps {
  homeZone: string;
  /** What leads to a first call, or a first message. */
  emptyActions: Record<Subject, ReactNode>;
}

/** What calls or messages came to in a chosen period and zone. The choice stands in the address, so that it can be kept and sent on. */
export function Analytics({ homeZone, emptyActions }: AnalyticsProps) {
  const t = analyticsText.useText();
  const [address, setAddress] = useSearchParams();
  const { span, subject, measure } = readAddress(address, homeZone);
  const change = (part: Partial<Span & { of: Subject; figure: Measure }>): void => {
    setAddress({ ...span, of: subject, figure: measure, ...part }, { replace: true, preventScrollReset: true });
  };
  const Charts = subject === 'calls' ? CallCharts : MessageCharts;

  return (
    <div className="@container grid gap-4">
      <Segments
        label={t('subject')}
        value={subject}
        options={[
          { value: 'calls', label: t('calls') },
          { value: 'messages', label: t('messages') },
        ]}
        onChoose={(of) => change({ of, figure: MEASURES[of][0] })}
        className="justify-self-start"
      />
      <div className="grid items-end gap-3 @2xl:grid-cols-[1fr_15rem]">
        <PeriodChoice value={span} today={todayIn(span.zone)} onChoose={change} />
        <Select label={t('zone')} value={span.zone} onChange={(event) => change({ zone: event.target.value })}>
          {knownTimeZones(span.zone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </div>
      <Charts
        span={span}
        measure={measure}
        onChoose={(figure) => change({ figure })}
        emptyAction={emptyActions[subject]}
      />
    </div>
  );
}

const MEASURES = { calls: CALL_MEASURES, messages: MESSAGE_MEASURES } as const;

/** What is left out or makes no sense in the address is as usual: 30 days, at home, calls. */
function readAddress(address: URLSearchParams, homeZone: string): { span: Span; subject: Subject; measure: Measure } {
  const zone = knownZone(address.get('zone')) ?? homeZone;
  const usual = lastDays(30, todayIn(zone));
  const [from, to] = [day(address.get('from')), day(address.get('to'))];
  const period = from !== null && to !== null && from <= to ? { from, to } : usual;
  const subject = address.get('of') === 'messages' ? 'messages' : 'calls';
  const measures: readonly Measure[] = MEASURES[subject];
  const measure = measures.find((name) => name === address.get('figure')) ?? MEASURES[subject][0];
  return { span: { ...period, zone }, subject, measure };
}

function day(text: string | null): string | null {
  return text !== null && isDay(text) ? text : null;
}

function knownZone(name: string | null): string | null {
  if (name === null) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === '' ? null : name;
  } catch {
    return null;
  }
}
