import type { Call } from '@farline/contracts/calls';
import { wallClockAt } from '@farline/contracts/messages/wall-clock';

/** What it takes of a call to count. */
type Tried = Pick<Call, 'direction' | 'startTime' | 'duration'>;

/** Fewer answered calls than these say nothing. */
const FEWEST = 3;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The hour, 0 to 23 of a time zone, about which somebody mostly answers when they are called: from an hour before until an hour after it they took
 * at least three calls, more than half of all that they took, and no smaller a share of those tried than at other times. Null where no hour is like that.
 */
export function bestHour(calls: readonly Tried[], timeZone: string): number | null {
  const tried = calls
    .filter(({ direction }) => direction === 'outbound')
    .map(({ startTime, duration }) => ({ hour: nearestHour(startTime, timeZone), isAnswered: duration > 0 }));
  const all = count(tried);
  const about = HOURS.map((hour) => ({ hour, ...count(tried.filter((call) => isWithin(1, call.hour, hour))) }));
  const best = about
    .filter(({ answered }) => answered >= FEWEST && answered * 2 > all.answered)
    .filter(({ answered, tries }) => answered * all.tries >= all.answered * tries)
    .map((one) => ({ ...one, atHour: count(tried.filter(({ hour }) => hour === one.hour)).answered }))
    .sort((one, other) => other.answered - one.answered || other.atHour - one.atHour);
  return best[0]?.hour ?? null;
}

function nearestHour(startTime: string, timeZone: string): number {
  const halfAnHourOn = new Date(Date.parse(startTime) + 30 * 60_000);
  return Number(wallClockAt(halfAnHourOn, timeZone).local.slice(11, 13));
}

function count(tried: readonly { isAnswered: boolean }[]): { tries: number; answered: number } {
  return { tries: tried.length, answered: tried.filter(({ isAnswered }) => isAnswered).length };
}

function isWithin(hours: number, one: number, other: number): boolean {
  const apart = Math.abs(one - other);
  return Math.min(apart, 24 - apart) <= hours;
}
