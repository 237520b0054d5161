import { wallClockAt } from '@farline/contracts/messages/wall-clock';
import { isNight, isRestDay, nightOf, senderRuleOf } from '@farline/sms';

/** Why advertising may not be sent there now; `source` says so. */
export type Quiet =
  /** `time`: what it is there; null: it may be several times there, and it is night at one of them. Hours as `22:00`. */
  { is: 'night'; time: string | null; from: string; to: string; source: string } | { is: 'rest_day'; source: string };

/** Hours in which whoever gets a text most likely sleeps. */
const SLEEP = { fromHour: 22, toHour: 8 };

/** Where somebody is: in a country, and at one of these times. */
export interface Whereabouts {
  countryCode: string;
  timeZones: readonly string[];
}

/**
 * Whether advertising may not be sent to somebody at an instant; null: it may, or no source names hours, or no time there is known.
 * Who may be at several times is left alone while it is quiet at one of them.
 */
export function quietThere({ countryCode, timeZones }: Whereabouts, at: Date = new Date()): Quiet | null {
  const { quietHours } = senderRuleOf(countryCode);
  if (quietHours === null) return null;
  const clocks = timeZones.map((zone) => wallClockAt(at, zone).local);
  const { source } = quietHours;
  const night = clocks.find((local) => isNight(quietHours, local));
  if (night !== undefined) {
    const [time, ...others] = new Set(clocks.map((local) => local.slice(11)));
    const whole = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
    const { fromHour, toHour } = nightOf(quietHours, night);
    const hours = { from: whole(fromHour), to: whole(toHour) };
    return { is: 'night', time: others.length > 0 ? null : (time ?? null), ...hours, source };
  }
  return clocks.some((local) => isRestDay(quietHours, local)) ? { is: 'rest_day', source } : null;
}

/** What time it is there, as `03:12`, where they most likely sleep and no rule of the country is known; null: anything else, or nobody knows which. */
export function sleepThere({ countryCode, timeZones }: Whereabouts, at: Date = new Date()): string | null {
  if (senderRuleOf(countryCode).quietHours !== null) return null;
  const [time, ...others] = new Set(timeZones.map((zone) => wallClockAt(at, zone).local.slice(11, 16)));
  if (time === undefined || others.length > 0) return null;
  const hour = Number(time.slice(0, 2));
  return hour >= SLEEP.fromHour || hour < SLEEP.toHour ? time : null;
}
