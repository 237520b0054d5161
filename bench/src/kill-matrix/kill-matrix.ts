import { MOST_APART_SECONDS } from '../../../apps/server/tests/testbed/kept.ts';
import { plainTable } from '../table.ts';
import { KILLED, type Killed, openBed } from './bed.ts';
import { type Cell, killOnce } from './kill-round.ts';
import { STATES } from './states.ts';

const RUNNING_CALLS = 50;
/**
 * A carrier that answers just after Kamailio's death repeats its answer for so long and gives up (RFC 3261 §13.3.1.4): it may count that much of
 * a call that nobody is charged for.
 */
const CARRIER_GIVES_UP_SECONDS = 32;
/** Without the media proxy nobody hears anybody, and who notices ends the call; without the attendant nobody answers in people's place. */
const CUTS_OFF: readonly Killed[] = ['rtpengine'];

/** Kills each process while a call stands in each state and fifty run; all of it takes some minutes. */
export async function measureKillMatrix(say: (line: string) => void): Promise<{ table: string; failures: string[] }> {
  const bed = await openBed();
  try {
    const cells: Cell[] = [];
    for (const killed of KILLED) {
      say(`kill -9 of ${killed}, a call in each of ${STATES.length} states, ${RUNNING_CALLS} others running`);
      cells.push(...(await killOnce(bed, killed, { states: STATES, runningCalls: RUNNING_CALLS })));
    }
    return { table: tableOfCells(cells), failures: cells.flatMap(breachesOf) };
  } finally {
    await bed.close();
  }
}

/** What must not have become of a call, in words. */
export function breachesOf(cell: Cell): string[] {
  const { killed, state, aftermath } = cell;
  const { cutOff } = aftermath;
  const wrong = [
    ...aftermath.lost.map((what) => `lost: ${what}`),
    ...aftermath.misCharged,
    ...aftermath.open.map((what) => `still open: ${what}`),
    ...(aftermath.apartSeconds <= mostApart(cell) ? [] : [`charged ${aftermath.apartSeconds} s otherwise`]),
    ...(cutOff.length === 0 || CUTS_OFF.includes(killed) ? [] : [`cut off: ${cutOff.join(', ')}`]),
  ];
  return wrong.map((what) => `${killed} was killed, the call was ${state}: ${what}`);
}

function mostApart({ killed, state }: Cell): number {
  return killed === 'Kamailio' && state === 'authorised' ? CARRIER_GIVES_UP_SECONDS : MOST_APART_SECONDS;
}

function tableOfCells(cells: readonly Cell[]): string {
  return plainTable([
    ['killed', 'its call was', 'lost', 'charged otherwise', 'open', 'it ended as'],
    ...cells.map(({ killed, state, aftermath }) => [
      killed,
      state === 'running' ? 'running (each of 50)' : state,
      nothingOr(aftermath.lost.length),
      aftermath.misCharged.length > 0 ? 'WRONGLY' : `${aftermath.apartSeconds} s`,
      nothingOr(aftermath.open.length),
      aftermath.ends.join(', ') || 'never began',
    ]),
  ]);
}

const nothingOr = (count: number) => (count === 0 ? 'nothing' : String(count));
