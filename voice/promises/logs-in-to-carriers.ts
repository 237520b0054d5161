import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { Gate, GateOptions } from '../testbed/digest-gate.ts';
import type { EngineBed, PlacedCall } from '../testbed/engine-bed.ts';
import { allow } from '../testbed/scripted-server.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { browserOffer } from '../testbed/sdp.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import type { InviteOptions } from '../testbed/websocket-caller.ts';

const answers: Script = (leg) => {
  leg.reply(180);
  leg.reply(200);
};
const busy: Script = (leg) => leg.reply(486);
const login = { user: 'farline-01', password: 'a: b"c\\d|é$ru' };
const everything = ['INVITE', 'UPDATE', 'INFO', 'BYE'];

type PlacedOptions = {
  script?: Script;
  /** What the trunk behind it does. */
  next?: Script;
  realm?: string;
  known?: typeof login;
  /** Until the call is answered or refused, or else until the carrier has taken it. */
  waits?: boolean;
  grantedSeconds?: number;
  invite?: Partial<InviteOptions>;
};

/** What is said to carriers who want to know who we are, also within a call: the call goes on, and ends truly. */
export function logsInToCarriers(bed: () => EngineBed): void {
  const cseqOf = (cseq: string) => Number.parseInt(cseq, 10);
  /** A call over a trunk of its own name, which has this login, and whose far side is guarded as `gate` says. */
  const placed = async (
    gate: Partial<GateOptions>,
    options: PlacedOptions = {},
  ): Promise<PlacedCall & { gate: Gate; trunk: string }> => {
    const {
      script = answers,
      next,
      realm = '',
      known = login,
      waits = true,
      grantedSeconds = 60,
      invite = {},
    } = options;
    const trunk = `login-${randomUUID().slice(0, 8)}`;
    if (known.user !== '') bed().server.link.tellLogin({ trunk, realm, ...known });
    let guard: Gate | undefined;
    const call = await bed().place({
      trunkA: script,
      invite,
      ...(next === undefined ? {} : { trunkB: next }),
      decide: (ask) => {
        const number = ask.dialled.replace('+', '');
        guard = bed().trunkA.guard(number, { ...login, ...gate });
        const ways = next === undefined ? [bed().trunkA.port] : [bed().trunkA.port, bed().trunkB.port];
        const routes = ways.map(
          (port, at) => [at === 0 ? trunk : 'trunk-b', `sip:${number}@127.0.0.1:${port}`] as const,
        );
        return allow(routes, { grantedSeconds });
      },
    });
    if (waits) await call.leg.final();
    else await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(call.number));
    if (guard === undefined) throw new Error('nobody was asked');
    return { ...call, gate: guard, trunk };
  };
  const answeredBy = async ({ call }: PlacedCall) =>
    (await bed().server.report(call, 'call.answered')).attempts.split(',').at(-1);
  const seen = ({ number }: PlacedCall, wanted: string) =>
    bed().trunkA.received.all.filter(({ method, text }) => method === wanted && text.includes(number));
  const isOver = async ({ number }: PlacedCall) => {
    await vi.waitFor(
      () =>
        expect(
          bed()
            .trunkA.openCalls()
            .filter((call) => call.number === number),
        ).toEqual([]),
      { timeout: 20_000 },
    );
  };

  describe.concurrent('a carrier that asks who we are', () => {
    test.each<[string, Partial<GateOptions>]>([
      ['401', {}],
      ['407', { status: 407 }],
      ['401 without qop', { qop: null }],
      ['401 with more kinds of qop', { qop: 'auth-int,auth' }],
      ['401 by SHA-256', { algorithms: ['SHA-256'] }],
      ['401 by SHA-256 or MD5', { algorithms: ['SHA-256', 'MD5'] }],
      ['401 by MD5 or SHA-256', { algorithms: ['MD5', 'SHA-256'] }],
      ['401 by what nobody knows, or MD5', { algorithms: ['SHA-512-256', 'MD5'] }],
      ['401, once more because the nonce was stale', { staleTimes: 1 }],
      ['401 over several lines', { isFolded: true, realm: 'carrier  example' }],
      ['407 over several lines', { isFolded: true, status: 407, algorithms: ['SHA-256', 'MD5'] }],
    ])('by %s is told once, and has the call', async (_, gate) => {
      const call = await placed(gate);
      expect((await call.leg.final()).status).toBe(200);
      expect(await answeredBy(call)).toBe(`${call.trunk}=200`);
      expect((await call.leg.request('INFO')).status).toBe(200);
      expect((await call.leg.request('INVITE', { body: browserOffer() })).status).toBe(200);
      expect((await call.leg.request('BYE')).status).toBe(200);
      await isOver(call);
      expect(call.gate.complaints).toEqual([]);
    });

    test.each<[string, Partial<GateOptions>, { realm?: string; known?: typeof login }]>([
      ['that does not know the login', { isShut: true }, {}],
      ['whose nonces are always stale', { staleTimes: 99 }, {}],
      ['of another realm', {}, { realm: 'elsewhere.example' }],
      ['by what nobody knows', { algorithms: ['SHA-512-256'] }, {}],
      ['by integrity alone', { qop: 'auth-int' }, {}],
      ['whom nobody has a login for', {}, { known: { user: '', password: '' } }],
    ])('%s is left for the next trunk', async (_, gate, options) => {
      const call = await placed(gate, { ...options, next: answers });
      expect((await call.leg.final()).status).toBe(200);
      const report = await bed().server.report(call.call, 'call.answered');
      expect(report.attempts).toBe(`${call.trunk}=401,trunk-b=200`);
      const invite = bed().trunkB.received.all.find(
        ({ method, uri }) => method === 'INVITE' && uri.includes(call.number),
      );
      expect(invite?.headers('Authorization')).toEqual([]);
      expect(call.gate.challenged()).toBeLessThan(4);
      await call.leg.request('BYE');
    });

    test('is answered in its own realm', async () => {
      const call = await placed({}, { realm: 'carrier.example' });
      expect((await call.leg.final()).status).toBe(200);
      await call.leg.request('BYE');
      await isOver(call);
    });

    test('is busy as any other', async () => {
      const call = await placed({}, { script: busy, next: answers });
      expect((await call.leg.final()).status).toBe(486);
    });

    test('hears of a caller who gives up', async () => {
      const call = await placed({}, { script: (leg) => leg.reply(180), waits: false });
      await bed().server.report(call.call, 'call.ringing');
      call.leg.cancel();
      expect((await call.leg.final()).status).toBe(487);
      const [, proven] = seen(call, 'INVITE');
      const [cancel] = seen(call, 'CANCEL');
      expect(cseqOf(cancel?.cseq ?? '')).toBe(cseqOf(proven?.cseq ?? ''));
    });

    test('repeats its answer for whoever does not acknowledge it, and they know it for theirs', async () => {
      const call = await placed({}, { invite: { acknowledgesAfterMs: 'never' } });
      const isAnswer = ({ status, cseq }: SipMessage) => status === 200 && cseq.includes('INVITE');
      const answered = () => call.leg.received.all.filter(isAnswer);
      // The engine's transaction is over five seconds after the first; the carrier repeats its answer every four.
      await vi.waitFor(() => expect(answered().length).toBeGreaterThanOrEqual(6), { timeout: 30_000 });
      expect(new Set(answered().map(({ cseq }) => cseq)).size).toBe(1);
      for (const { text } of answered()) expect(text).not.toContain('X-Carrier-Secret');
      expect(answered()[0]?.body).not.toBe('');
      // Where the sound is was told by then, and rtpengine does not write what has no request.
      expect(answered().at(-1)?.body).toBe('');
      await call.leg.request('BYE');
      await isOver(call);
    });

    test('hears the acknowledgement of what it answered, not of what it asked', async () => {
      const call = await placed({});
      const [asked, answered] = seen(call, 'INVITE');
      expect(cseqOf(answered?.cseq ?? '')).toBe(cseqOf(asked?.cseq ?? '') + 1);
      const acknowledged = () => seen(call, 'ACK').map(({ cseq }) => cseqOf(cseq) - cseqOf(asked?.cseq ?? ''));
      await vi.waitFor(() => expect(acknowledged()).toEqual([0, 1]), { timeout: 20_000 });
      await call.leg.request('BYE');
      await isOver(call);
    });
  });

  describe.concurrent('a carrier that asks again within the call', () => {
    test.each<[string, Partial<GateOptions>]>([
      ['401', { methods: everything }],
      ['407', { methods: everything, status: 407 }],
      ['401, once more for a stale nonce', { methods: ['UPDATE', 'BYE'], staleTimes: 1 }],
    ])('by %s is told, and the caller notices nothing', async (_, gate) => {
      const call = await placed(gate);
      for (const method of ['INFO', 'INVITE', 'INFO', 'UPDATE', 'INVITE']) {
        const body = method === 'INFO' ? '' : browserOffer();
        expect([method, (await call.leg.request(method, { body })).status]).toEqual([method, 200]);
      }
      expect((await call.leg.request('BYE')).status).toBe(200);
      await isOver(call);
      expect(call.gate.complaints).toEqual([]);
    });

    test('is told of each of several things that were said at once', async () => {
      const call = await placed({ methods: everything });
      const said = await Promise.all(Array.from({ length: 5 }, async () => await call.leg.request('INFO')));
      expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await call.leg.request('BYE');
      await isOver(call);
      expect(call.gate.complaints).toEqual([]);
    });

    test('asks of our own BYE, by the server’s order', async () => {
      const call = await placed({ methods: everything, status: 407 });
      expect((await call.leg.request('INFO')).status).toBe(200);
      expect(await bed().server.link.endCall(await bed().server.report(call.call, 'call.answered'))).toBe('done');
      await isOver(call);
      expect(seen(call, 'BYE').map((bye) => bye.headers('Proxy-Authorization').length)).toEqual([0, 1]);
      expect(call.gate.complaints).toEqual([]);
    });

    test('asks of our own BYE, at the limit', async () => {
      const call = await placed({ methods: everything }, { grantedSeconds: 2 });
      await isOver(call);
      expect(call.gate.complaints).toEqual([]);
    });

    test('does not keep the caller from hanging up where it takes no proof, and is an alarm', async () => {
      const call = await placed({ methods: ['BYE'], isShut: true });
      expect((await call.leg.request('BYE')).status).toBe(200);
      await bed().server.report(call.call, 'call.ended');
      const alarm = await bed().server.report(call.call, 'call.not_hung_up', 40_000);
      expect(alarm).toMatchObject({ trunk: call.trunk, status: 401, byes: 4 });
      (await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(call.number))).request('BYE');
      await isOver(call);
    });

    test('asks nothing of the caller where it takes no proof', async () => {
      const call = await placed({ methods: ['INFO'], isShut: true });
      const refused = await call.leg.request('INFO');
      expect(refused.status).toBe(502);
      expect(refused.headers('WWW-Authenticate')).toEqual([]);
      expect((await call.leg.request('BYE')).status).toBe(200);
      await isOver(call);
    });
  });

  test('a customer who challenges our BYE is told nothing of who we are', async ({ expect }) => {
    const call = await placed({}, { grantedSeconds: 2, invite: { challengesBye: true } });
    await bed().server.report(call.call, 'call.ended');
    const byes = () => call.leg.received.all.filter(({ method }) => method === 'BYE');
    await expect.poll(() => byes().length, { timeout: 20_000 }).toBeGreaterThan(1);
    for (const bye of byes()) expect(bye.headers('Authorization')).toEqual([]);
  });

  test('a login that is taken back is used no more', async () => {
    const call = await placed({ methods: everything });
    bed().server.link.tellLogin({ trunk: call.trunk, user: '', password: '', realm: '' });
    const statusOfInfo = async () => (await call.leg.request('INFO')).status;
    // What the server says is taken in by another process than the one that hears the phone.
    await expect.poll(statusOfInfo).toBe(502);
    bed().server.link.tellLogin({ trunk: call.trunk, realm: '', ...login });
    await expect.poll(statusOfInfo).toBe(200);
    await call.leg.request('BYE');
    await isOver(call);
  });

  test('a login stands in no log, and nobody reads it from the engine', async () => {
    const call = await placed({});
    await call.leg.request('BYE');
    const { stack } = bed();
    const asked = async (body: string) =>
      (await fetch(`http://127.0.0.1:${stack.ports.kamailioRpc}/rpc`, { method: 'POST', body })).status;
    const dump = (method: string, table: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"${method}","params":["${table}"]}`;
    expect(await asked(dump('htable.dump', 'engine'))).toBe(200);
    expect(await asked(dump('htable.dump', 'logins'))).toBe(403);
    expect(await asked(dump('htable.dump', 'log\\u0069ns'))).toBe(403);
    expect(stack.kamailio.log.lines().join('\n')).not.toContain('é$ru');
  });
}
