import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallerKind, CALLERS, type FraudBed, openFraudBed } from './testbed/fraud-bed.ts';
import { expectAgreement } from './testbed/agreement.ts';
import { CALLED_TRICKS } from './testbed/called-tricks.ts';
import { farSideRefusesFor } from './testbed/carrier-witness.ts';
import { EVERYBODY, type Trick, TRICKS } from './testbed/fraud-tricks.ts';

/**
 * Nobody talks for nothing: whatever a caller, a far side or a stranger does in a call, the customer is charged for the seconds that
 * the carrier counted, give or take one, and nothing of the call stays open anywhere.
 *
 * A new trick is a row of `testbed/fraud-tricks.ts`, or of `testbed/called-tricks.ts` where who is called tries it: a name, what is done (`does`, `whileItRings`, `opens`), and, where it is not for
 * everybody, by whom. It is tried by each kind of caller at once, each in a call of its own to a far side as strict as real carriers,
 * and the call is ended as `CALLERS` says unless the trick has ended it. What is asserted is the same for all and stands below.
 */

const pidsOf = ({ stack }: FraudBed) => stack.parts().map((part) => [part.name, part.pid()]);

let bed: FraudBed;
let pidsAtFirst: ReturnType<typeof pidsOf>;
beforeAll(async () => {
  bed = await openFraudBed();
  pidsAtFirst = pidsOf(bed);
}, 120_000);
afterAll(async () => {
  await bed?.close();
});

describe.concurrent('the carrier’s seconds are charged, and nothing stays open, after', () => {
  test.for([...TRICKS, ...CALLED_TRICKS].map((trick) => [trick.name, trick] as const))('%s', async ([, trick]) => {
    farSideRefusesFor(trick.refusesForSeconds ?? 0);
    const tried = (trick.by ?? EVERYBODY).map(async (kind) => await tryTrick(trick, kind));
    const failures = (await Promise.allSettled(tried)).flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason)] : [],
    );
    expect(failures).toEqual([]);
  });
});

test('and the engine is alive: a call goes through, every process is the one that was started', async () => {
  await tryTrick({ name: 'none' }, 'browser');
  expect(bed.carrier.openCalls()).toEqual([]);
});

async function tryTrick(trick: Trick, kind: CallerKind): Promise<void> {
  try {
    const tricked = await bed.place(kind, trick.opens?.(bed.traps), trick.called);
    await tricked.rung();
    await trick.whileItRings?.(tricked);
    await tricked.call.final();
    await trick.does?.(tricked);
    if (kind === 'nobody' && tricked.counted()?.endedAt !== null)
      throw new Error('they ended a call that is not theirs');
    await tricked.end();
    const id = await tricked.id();
    if (id === null) throw new Error('the server does not know the call');
    const counted = () => {
      const count = tricked.counted();
      return count?.answeredAt === null ? null : count;
    };
    await expectAgreement(
      { database: bed.callers.database, rpcPort: bed.stack.ports.kamailioRpc },
      {
        id,
        counted,
        refusedForSeconds: trick.refusesForSeconds ?? 0,
      },
    );
    await tricked.people?.overForAll();
    expect(bed.traps.caught(), 'led elsewhere').toEqual([]);
    expect(pidsOf(bed), 'the processes').toEqual(pidsAtFirst);
  } catch (error) {
    throw new Error(`${CALLERS[kind]}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
