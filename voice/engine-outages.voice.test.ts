import { withClient } from '@farline/tools/with-client';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeNetstring } from '@farline/engine';
import { aPhoneBeside, callsIn } from './testbed/called-pages.ts';
import { type EngineBed, acknowledged, hasGreetedAfter, startEngineBed } from './testbed/engine-bed.ts';
import { allow, connectServer } from './testbed/scripted-server.ts';
import type { Script } from './testbed/scripted-trunk.ts';
import { browserOffer } from './testbed/sdp.ts';

const answers: Script = (leg) => {
  leg.reply(180);
  leg.reply(200);
};

// One after the other: each takes away a part that the others need.
let bed: EngineBed;
beforeAll(async () => {
  bed = await startEngineBed();
});
afterAll(async () => {
  await bed?.close();
});

const greetedAfter = async (startAgain: () => Promise<unknown>) => await hasGreetedAfter(bed, startAgain);

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** How long the caller waited from the challenge on, as it has no say in the server's absence. */
async function refusedAfterMs(): Promise<{ status: number; reason: string; ms: number }> {
  const { leg } = await bed.place({ trunkA: answers });
  await leg.received.next('the challenge', ({ status }) => status === 407);
  const began = performance.now();
  const final = await leg.final();
  return { status: final.status, reason: final.header('X-Farline-Reason'), ms: performance.now() - began };
}

test('orders that come while the database is slow to write down the answer are carried out', async () => {
  await withClient(new URL('/farline', bed.stack.postgres?.adminUrl).href, async (database) => {
    const written = async () => (await database.query('select from kamailio.dialog')).rowCount;
    for (const order of ['extend', 'end'] as const) {
      // The one who writes down an end is the one who hears the trunk: while it waits, nothing is answered.
      await expect.poll(written, { timeout: 10_000 }).toBe(0);
      await database.query('begin');
      await database.query('lock table kamailio.dialog in share mode');
      const placed = await bed.place({ trunkA: answers });
      const answered = await bed.server.report(placed.call, 'call.answered');
      const { link } = bed.server;
      const outcome = order === 'extend' ? link.extendCall(answered, inSeconds(2)) : link.endCall(answered);
      await database.query('select pg_sleep(0.1)');
      await database.query('commit');
      expect(await outcome, order).toBe('done');
      expect((await bed.server.report(placed.call, 'call.ended')).by).toBe(order === 'end' ? 'server' : 'limit');
    }
  });
});

test('with two servers each call is asked of one, and each order is answered to the one that gave it', async () => {
  const other = await connectServer(bed.stack.ports.evapi, 'other');
  bed.trunkA.script('447700900000', answers);
  const decide = () => allow([['trunk-a', `sip:447700900000@127.0.0.1:${bed.trunkA.port}`]]);
  const calls = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const call = randomUUID();
      other.decide(call, decide);
      return await bed.place({ call, trunkA: answers, decide });
    }),
  );
  await Promise.all(calls.map(async ({ leg }) => expect((await leg.final()).status).toBe(200)));
  const asked = (server: typeof other) =>
    server.asks.all.filter(({ call }) => calls.some((each) => each.call === call));
  expect(asked(bed.server).length + asked(other).length).toBe(20);

  const [one] = calls;
  const answered = await Promise.race(
    [bed.server, other].map(async (server) => await server.report(one?.call ?? '', 'call.answered')),
  );
  const orders = [bed.server, other].flatMap((server) => [
    server.link.extendCall(answered, inSeconds(30)),
    server.link.extendCall({ ...answered, toTag: 'x' }, inSeconds(30)),
  ]);
  expect(await Promise.all(orders)).toEqual(['done', 'unknown', 'done', 'unknown']);
  await Promise.all(calls.map(async ({ leg }) => await leg.request('BYE')));
  await other.link.close();
});

test('a server that says goodbye gets no more asks, and its last answer still counts', async () => {
  const other = await connectServer(bed.stack.ports.evapi, 'leaving');
  await bed.server.link.close();
  let answer = () => {};
  const call = randomUUID();
  const uri = `sip:447700900001@127.0.0.1:${bed.trunkA.port}`;
  bed.trunkA.script('447700900001', answers);
  other.decide(
    call,
    async () =>
      await new Promise((resolve) => {
        answer = () => resolve(allow([['trunk-a', uri]]));
      }),
  );
  const { leg } = await bed.place({ call, trunkA: answers });
  await other.asks.next('the ask', (ask) => ask.call === call);
  const closing = other.link.close();
  setTimeout(() => answer(), 200);
  expect((await leg.final()).status).toBe(200);
  await closing;
  expect(await refusedAfterMs()).toMatchObject({ status: 503, reason: 'engine_unavailable' });
  bed.server = await connectServer(bed.stack.ports.evapi, 'scripted');
  expect(await bed.server.report(call, 'call.answered')).toMatchObject({ trunk: 'trunk-a' });
  await leg.request('BYE');
});

test('without a server a call is refused at once, and running calls go on and are reported later, exactly', async () => {
  const { call, leg } = await bed.place({ trunkA: answers, decision: { grantedSeconds: 60 } });
  await leg.final();
  const answered = await bed.server.report(call, 'call.answered');
  await bed.server.link.close();

  const refused = await refusedAfterMs();
  expect(refused).toMatchObject({ status: 503, reason: 'engine_unavailable' });
  expect(refused.ms).toBeLessThan(1_500);

  expect((await leg.request('INFO')).status).toBe(200);
  const began = Date.now();
  expect((await leg.request('BYE')).status).toBe(200);
  const ended = Date.now();
  bed.server = await connectServer(bed.stack.ports.evapi, 'scripted');
  const report = await bed.server.report(call, 'call.ended');
  expect(report).toMatchObject({ by: 'caller', answeredAt: answered.at });
  expect(report.at).toBeGreaterThanOrEqual(began);
  expect(report.at).toBeLessThanOrEqual(ended);
});

test('a connected server that has gone silent: first 503 after 3 s, then at once', async () => {
  await bed.server.link.close();
  const socket = connect(bed.stack.ports.evapi, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(encodeNetstring('{"type":"server.hello","server":"silent"}'));
  await once(socket, 'data');

  const first = await refusedAfterMs();
  expect(first).toMatchObject({ status: 503, reason: 'server_silent' });
  expect(first.ms).toBeGreaterThan(2_700);
  expect(first.ms).toBeLessThan(6_000);
  await expect.poll(async () => (await refusedAfterMs()).reason, { timeout: 5000 }).toBe('engine_unavailable');
  expect((await refusedAfterMs()).ms).toBeLessThan(1_500);
  socket.destroy();
  bed.server = await connectServer(bed.stack.ports.evapi, 'scripted');
});

test('Kamailio killed in mid-call and started again: a call is cut at its lengthened second, or soon after where no server tells it', async () => {
  const placed = await bed.place({ trunkA: answers, decision: { grantedSeconds: 5 } });
  const untold = await bed.place({ trunkA: answers, decision: { grantedSeconds: 10 } });
  await Promise.all([placed.leg.final(), untold.leg.final(), acknowledged(bed, untold)]);
  const answered = await bed.server.report(placed.call, 'call.answered');
  const other = await bed.server.report(untold.call, 'call.answered');
  const end = inSeconds(14);
  expect(await bed.server.link.extendCall(answered, end)).toBe('done');

  await greetedAfter(async () => {
    await bed.stack.kamailio.kill('SIGKILL');
    await bed.stack.kamailio.start();
  });

  const listed = await bed.rpc.listDialogs();
  expect(listed.find(({ call }) => call === placed.call)).toMatchObject({
    state: 'answered',
    toTag: answered.toTag,
    answeredAtMs: answered.at,
  });
  expect(await bed.server.link.extendCall(answered, end)).toBe('done');
  const endedUntold = await bed.server.report(untold.call, 'call.ended', 20_000);
  const ended = await bed.server.report(placed.call, 'call.ended', 20_000);
  expect(ended.at - end.getTime()).toBeGreaterThanOrEqual(0);
  expect(ended.at - end.getTime()).toBeLessThan(500);
  // The dialog module's own timer and what it wrote down go by whole seconds, three later.
  expect(endedUntold.at - other.at).toBeGreaterThan(10_000);
  expect(endedUntold.at - other.at).toBeLessThan(16_000);
  expect(ended).toMatchObject({
    by: 'limit',
    answeredAt: answered.at,
    trunk: 'trunk-a',
    sipCallId: answered.sipCallId,
  });
  const bye = await bed.trunkA.received.next(
    'the BYE',
    ({ method, text }) => method === 'BYE' && text.includes(placed.number),
  );
  expect(bye.header('From')).toMatch(/^<sip:\+999000000001@/);
});

test('a call from before the restart can be hung up by either side after it', async () => {
  const byTrunk = await bed.place({ trunkA: answers });
  await byTrunk.leg.final();
  await acknowledged(bed, byTrunk);
  await greetedAfter(async () => await bed.stack.kamailio.restart());
  const leg = bed.trunkA.legs.all.find(({ invite }) => invite.uri.includes(byTrunk.number));
  leg?.request('BYE');
  expect(await bed.server.report(byTrunk.call, 'call.ended')).toMatchObject({ by: 'callee' });
});

test('a CSeq that was used before Kamailio was killed is refused after it, and nobody’s count goes back', async () => {
  const placed = await bed.place({ trunkA: answers });
  await placed.leg.final();
  const answered = await bed.server.report(placed.call, 'call.answered');
  expect((await placed.leg.request('INFO')).status).toBe(200);
  await greetedAfter(async () => await bed.stack.kamailio.restart());
  await placed.caller.reconnect(bed.stack.websocketUrl);

  expect((await placed.leg.request('INFO', { cseq: 1 })).status).toBe(500);
  expect((await placed.leg.request('BYE', { cseq: 2 })).status).toBe(500);
  await bed.server.link.endCall(answered);

  const ofCall = bed.trunkA.received.all.filter(({ text }) => text.includes(placed.number));
  const open = () => bed.trunkA.openCalls().filter(({ number }) => number === placed.number);
  await expect.poll(open, { timeout: 10_000 }).toEqual([]);
  expect(ofCall.filter(({ method }) => method === 'INFO')).toHaveLength(1);
  const numbers = bed.trunkA.received.all
    .filter(({ method, text }) => method === 'BYE' && text.includes(placed.number))
    .map(({ cseq }) => Number.parseInt(cseq, 10));
  expect(Math.min(...numbers)).toBeGreaterThan(3);
});

test('a carrier that had not let go before a restart is told again after it, until it has', async () => {
  const placed = await bed.place({ trunkA: answers });
  await placed.leg.final();
  const leg = await bed.trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(placed.number));
  leg.byes.push(500, 500, 503);
  const byes = () =>
    bed.trunkA.received.all.filter(({ method, text }) => method === 'BYE' && text.includes(placed.number));
  await placed.leg.request('BYE');
  await bed.server.report(placed.call, 'call.ended');
  await expect.poll(() => byes().length, { timeout: 20_000 }).toBe(2);

  await bed.stack.kamailio.restart();

  const open = () => bed.trunkA.openCalls().filter(({ number }) => number === placed.number);
  await expect.poll(open, { timeout: 30_000 }).toEqual([]);
  const numbers = byes().map(({ cseq }) => Number.parseInt(cseq, 10));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(new Set(byes().map(({ text }) => /^(From|To|Call-ID):.*$/gim.exec(text)?.[0])).size).toBe(1);
  await withClient(new URL('/farline', bed.stack.postgres?.adminUrl).href, async (database) => {
    const kept = async () => (await database.query('select from kamailio.hang_up')).rowCount;
    await expect.poll(kept, { timeout: 10_000 }).toBe(0);
  });
});

test('a carrier that asks who we are is told so after a restart, too, and nobody’s CSeq goes back', async () => {
  const login = { user: 'farline', password: 'right' };
  const tell = async () => {
    const mark = `mark-${randomUUID().slice(0, 8)}`;
    const isKnown = () => {
      for (const trunk of ['trunk-a', mark]) bed.server.link.tellLogin({ trunk, realm: '', ...login });
      return bed.stack.kamailio.log.lines().some((line) => line.includes(`DIGEST ${mark} has a login`));
    };
    await expect.poll(isKnown, { timeout: 10_000 }).toBe(true);
  };
  await tell();
  const number = '447700900002';
  const gate = bed.trunkA.guard(number, { ...login, methods: ['INVITE', 'INFO', 'BYE'] });
  bed.trunkA.script(number, answers);
  const placed = await bed.place({
    decide: () => allow([['trunk-a', `sip:${number}@127.0.0.1:${bed.trunkA.port}`]]),
    invite: { number: `+${number}` },
  });
  expect((await placed.leg.final()).status).toBe(200);
  const answered = await bed.server.report(placed.call, 'call.answered');
  expect((await placed.leg.request('INFO')).status).toBe(200);
  await greetedAfter(async () => await bed.stack.kamailio.restart());
  await tell();
  // Not `done` for both sides: the caller's connection is gone.
  await bed.server.link.endCall(answered);
  const open = () => bed.trunkA.openCalls().filter((call) => call.number === number);
  await expect.poll(open, { timeout: 10_000 }).toEqual([]);
  expect(gate.complaints).toEqual([]);
});

test('a phone that was registered when Kamailio was killed is registered when it is back', async () => {
  const { username } = await aPhoneBeside(bed);

  await bed.stack.kamailio.kill('SIGKILL');
  await bed.stack.kamailio.start();

  // It answers a moment before it has read them.
  await expect
    .poll(async () => await bed.rpc.registeredPhones([username]), { timeout: 10_000 })
    .toEqual(new Set([username]));
  await expect.poll(() => bed.server.link.isConnected(), { timeout: 10_000 }).toBe(true);
});

test('without rtpengine a call is refused with its reason, a running one is not offered again, and others come through once it is back', async () => {
  const running = await bed.place({ trunkA: answers });
  await running.leg.final();
  const ringing = await bed.place({ trunkA: (leg) => leg.reply(180) });
  const trunkLeg = await bed.trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(ringing.number));
  await bed.server.report(ringing.call, 'call.ringing');
  await bed.stack.rtpengine.kill('SIGKILL');
  trunkLeg.reply(200);
  expect(await ringing.leg.final()).toMatchObject({ status: 200, body: '' });
  await bed.server.report(ringing.call, 'call.ended');
  await bed.trunkA.received.next('the BYE', ({ method, text }) => method === 'BYE' && text.includes(ringing.number));
  expect((await running.leg.request('INVITE', { body: browserOffer() })).status).toBe(503);
  const heard = bed.trunkA.received.all.filter(({ text }) => text.includes(running.number));
  expect(heard.filter(({ method }) => method === 'INVITE')).toHaveLength(1);
  expect((await running.leg.request('BYE')).status).toBe(200);

  const { call, leg } = await bed.place({ trunkA: answers });
  const final = await leg.final();
  expect(final.status).toBe(503);
  expect(final.header('X-Farline-Reason')).toBe('media_unavailable');
  expect(await bed.server.report(call, 'call.failed')).toMatchObject({ status: 503 });
  const { username } = await aPhoneBeside(bed);
  const inTurn = callsIn(bed, { phones: [username], turns: username, turnMs: 30_000 });
  expect(await bed.server.report(inTurn.id, 'call.failed')).toMatchObject({ status: 503 });
  await bed.stack.rtpengine.start();
  await expect
    .poll(async () => (await (await bed.place({ trunkA: answers })).leg.final()).status, {
      timeout: 15_000,
      interval: 500,
    })
    .toBe(200);
});
