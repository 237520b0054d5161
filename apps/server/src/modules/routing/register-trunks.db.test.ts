import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { changeTrunk, everyTrunk } from './kept-trunks-store.ts';
import { createRegisterTrunks, type RegisterOutcome, type RegisterWords, resultOf } from './register-trunks.ts';
import { countUnregistered } from './registrations-store.ts';
import { inTransaction } from '../../platform/database.ts';

const { database } = await testDatabase();
const START = new Date('2026-03-01T12:00:00Z');
const log = { info() {}, warn() {} };

async function aTrunk(name: string, host = '203.0.113.10', user = 'farline-01'): Promise<void> {
  await sql`
    insert into routing.trunk (id, name, kind, host, port, transport, priority, created_at, login_user, login_password, register_seconds)
    values (gen_random_uuid(), ${name}, 'real', ${host}, 5060, 'udp', 10, ${START}, ${user}, ${Buffer.alloc(40)}, 600)`.execute(
    database,
  );
}

/** A server of its own by a clock that is set by hand; what this trunk's registrar heard from it. */
function aServer(trunk: string, answers: (words: RegisterWords) => RegisterOutcome | null) {
  const clock = { at: START, now: () => clock.at };
  const heard: RegisterWords[] = [];
  const register = (words: RegisterWords) => {
    if (words.trunk !== trunk) return Promise.resolve({ status: 200, seconds: 86_400, wait: 0 });
    heard.push(words);
    return Promise.resolve(answers(words));
  };
  const tick = createRegisterTrunks({ database, clock, log, random: () => 0.5, register });
  return {
    heard,
    later: async (seconds: number) => {
      clock.at = new Date(clock.at.getTime() + seconds * 1_000);
      await tick.run();
    },
    clock,
  };
}

const kept = async (name: string) => (await everyTrunk(database)).find((trunk) => trunk.name === name);
const change = async (name: string, changes: Parameters<typeof changeTrunk>[2]) =>
  await inTransaction(database, async (tx) => await changeTrunk(tx, name, changes));

test('a trunk is registered at once, again before that runs out, and told when it is no longer wanted', async () => {
  await aTrunk('kept');
  const { heard, later, clock } = aServer('kept', ({ seconds }) => ({
    status: 200,
    seconds: seconds === 0 ? 0 : 100,
    wait: 0,
  }));
  await later(0);
  expect(heard).toMatchObject([
    { uri: 'sip:203.0.113.10:5060;transport=udp', aor: 'sip:farline-01@203.0.113.10', seconds: 600 },
  ]);
  expect((await kept('kept'))?.registeredUntil).toEqual(new Date(clock.at.getTime() + 100_000));
  await later(70);
  expect(heard.length).toBe(1);
  await later(20);
  expect(heard.length).toBe(2);
  const [first, second] = heard;
  expect(second?.callId).toBe(first?.callId);
  expect((second?.cseq ?? 0) - (first?.cseq ?? 0)).toBeGreaterThanOrEqual(3);

  await change('kept', { enabled: false });
  await later(1);
  expect(heard.at(-1)).toMatchObject({ seconds: 0 });
  await later(1);
  expect(heard.length).toBe(3);
  expect((await kept('kept'))?.registeredUntil).toBeNull();
});

test('a registrar that refuses is asked ever more seldom, and stands as refused', async () => {
  await aTrunk('refused');
  const { heard, later } = aServer('refused', () => ({ status: 403, seconds: 0, wait: 0 }));
  const askedAfter: number[] = [];
  for (let second = 0; second < 120; second += 1) {
    const before = heard.length;
    await later(1);
    if (heard.length > before) askedAfter.push(second);
  }
  const pauses = askedAfter.slice(1).map((second, at) => second - (askedAfter[at] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.length).toBeLessThan(7);
  expect(await kept('refused')).toMatchObject({ registerStatus: 403, registeredUntil: null });
});

test('of two servers one registers', async () => {
  await aTrunk('two');
  const servers = [1, 2].map(() => aServer('two', () => ({ status: 200, seconds: 600, wait: 0 })));
  await Promise.all(servers.map(async ({ later }) => await later(0)));
  expect(servers.flatMap(({ heard }) => heard).length).toBe(1);
});

test('a registrar that takes longer times alone gets them, at once', async () => {
  await aTrunk('longer', 'sip.carrier.example', 'farline 01@voice.example');
  const { heard, later } = aServer('longer', ({ seconds }) =>
    seconds < 900 ? { status: 423, seconds: 0, wait: 900 } : { status: 200, seconds, wait: 0 },
  );
  await later(0);
  await later(0);
  expect(heard.map(({ seconds, aor }) => [seconds, aor])).toEqual([
    [600, 'sip:farline%2001@voice.example'],
    [900, 'sip:farline%2001@voice.example'],
  ]);
});

test('a registrar that takes longer times alone is understood after others of its refusals too, and when it asks for still more', async () => {
  await aTrunk('late');
  const heardNothing = null;
  const outcomes: (RegisterOutcome | null)[] = [heardNothing, { status: 503, seconds: 0, wait: 0 }];
  let least = 900;
  const { heard, later } = aServer('late', ({ seconds }) => {
    if (outcomes.length > 0) return outcomes.shift() ?? null;
    return seconds < least ? { status: 423, seconds: 0, wait: least } : { status: 200, seconds, wait: 0 };
  });
  await later(0);
  await later(60);
  await later(60);
  await later(0);
  expect(heard.map(({ seconds }) => seconds)).toEqual([600, 600, 600, 900]);
  expect(await kept('late')).toMatchObject({ registerStatus: 200 });

  least = 1_800;
  await later(900);
  await later(0);
  expect(heard.slice(4).map(({ seconds }) => seconds)).toEqual([900, 1_800]);
});

test('who is registered, and whose registrar falls silent, counts as registered until that runs out', async () => {
  await aTrunk('silent');
  let isSilent = false;
  const { later, clock } = aServer('silent', () => (isSilent ? null : { status: 200, seconds: 60, wait: 0 }));
  await later(0);
  isSilent = true;
  const others = await countUnregistered(database, clock.at);
  await later(55);
  expect(await countUnregistered(database, clock.at)).toBe(others);
  await later(10);
  expect(await countUnregistered(database, clock.at)).toBe(others + 1);
});

test.each([
  ['a registrar says when it may be asked again', { status: 503, seconds: 0, wait: 120 }, 0, 120],
  ['it asks for more patience than an hour', { status: 503, seconds: 0, wait: 999_999 }, 0, 3_600],
  ['it is silent for the first time', null, 0, 3.75],
  ['it is silent for long', null, 50, 450],
  ['it wants no more than it was asked for, and refuses that', { status: 423, seconds: 0, wait: 600 }, 0, 5],
  ['it wants more than a day', { status: 423, seconds: 0, wait: 86_401 }, 0, 5],
  ['it takes us for no time at all', { status: 200, seconds: 0, wait: 0 }, 0, 3.75],
  ['it keeps us for a moment', { status: 200, seconds: 1, wait: 0 }, 0, 5],
])('when %s, it is asked after a pause that fits', (_, outcome, failures, seconds) => {
  const result = resultOf({ failures, seconds: 600, registeredUntil: null }, outcome, { now: START, random: 0.5 });
  expect((result.nextAt.getTime() - START.getTime()) / 1_000).toBe(seconds);
});
