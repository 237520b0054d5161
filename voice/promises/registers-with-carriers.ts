import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GateOptions } from '../testbed/digest-gate.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { keeps, startScriptedRegistrar } from '../testbed/scripted-registrar.ts';
import { uriOf, writeSip } from '../testbed/sip-message.ts';
import { carrierAnswer } from '../testbed/sdp.ts';

const login = { user: 'farline-01', password: 'a: b"c\\d|é$ru' };

/** One REGISTER to a carrier, as the server orders it. */
export function registersWithCarriers(bed: () => EngineBed): void {
  const registrar = async (life: { onTestFinished: (close: () => void) => void }, gate: Partial<GateOptions> = {}) => {
    const started = await startScriptedRegistrar({ ...login, ...gate });
    life.onTestFinished(() => started.close());
    const trunk = `registers-${randomUUID().slice(0, 8)}`;
    bed().server.link.tellLogin({ trunk, realm: '', ...login });
    const uri = `sip:127.0.0.1:${started.port}`;
    const register = async (changes: { cseq?: number; seconds?: number; uri?: string } = {}) =>
      await bed().server.link.registerTrunk({
        trunk,
        uri,
        aor: 'sip:farline-01@127.0.0.1',
        callId: `${trunk}@farline`,
        cseq: 1,
        seconds: 600,
        ...changes,
      });
    return { ...started, trunk, register };
  };

  describe.concurrent('a carrier’s registrar', () => {
    test.for<[string, Partial<GateOptions>]>([
      ['401', {}],
      ['407', { status: 407 }],
      ['401 by SHA-256 or MD5', { algorithms: ['SHA-256', 'MD5'] }],
      ['401, once more because the nonce was stale', { staleTimes: 1 }],
    ])('that asks who we are by %s is told, and keeps our address as long as it says', async ([, gate], life) => {
      const { register, received, trunk, gate: asked } = await registrar(life, gate);
      expect(await register()).toEqual({ status: 200, seconds: 60, wait: 0 });
      expect(await register({ cseq: 5 })).toEqual({ status: 200, seconds: 60, wait: 0 });
      expect(asked.complaints).toEqual([]);
      const [first] = received.all;
      expect(new Set(received.all.map(({ callId, fromTag }) => `${callId} ${fromTag}`)).size).toBe(1);
      const { carrierSide } = bed().stack.ports;
      expect(first?.headers('Contact')).toEqual([`<sip:registered-${trunk}@127.0.0.1:${carrierSide}>`]);
      expect(first?.header('To')).toBe('<sip:farline-01@127.0.0.1>');
      expect(first?.header('Expires')).toBe('600');
    });

    test('that says in Expires how long, or not at all, is believed', async (life) => {
      const { register, says } = await registrar(life);
      says(() => ({ status: 200, phrase: 'OK', headers: [['Expires', '120']] }));
      expect(await register()).toMatchObject({ seconds: 120 });
      says(() => ({ status: 200, phrase: 'OK' }));
      expect(await register({ cseq: 5 })).toMatchObject({ seconds: 600 });
    });

    test('that knows us not is asked no third time', async (life) => {
      const { register, received } = await registrar(life, { isShut: true });
      expect(await register()).toEqual({ status: 401, seconds: 0, wait: 0 });
      expect(received.all.length).toBe(2);
    });

    test('that wants longer, or later, is heard', async (life) => {
      const { register, says } = await registrar(life);
      says(() => ({ status: 423, phrase: 'Interval Too Brief', headers: [['Min-Expires', '900']] }));
      expect(await register()).toEqual({ status: 423, seconds: 0, wait: 900 });
      says(() => ({ status: 503, phrase: 'Busy', headers: [['Retry-After', '30 (later)']] }));
      expect(await register({ cseq: 5 })).toEqual({ status: 503, seconds: 0, wait: 30 });
    });

    test('that is told that we go hears 0', async (life) => {
      const { register, received, says } = await registrar(life);
      says((request) => keeps(request, 0));
      expect(await register({ seconds: 0 })).toMatchObject({ status: 200, seconds: 0 });
      expect(received.all.at(-1)?.header('Expires')).toBe('0');
    });

    test('that says nothing has said nothing', async (life) => {
      const { register, says } = await registrar(life);
      says(() => null);
      expect([null, 408]).toContain((await register())?.status ?? null);
    });

    test('calls the Contact that it was given, and the number in To is who is called', async () => {
      const number = `999${String(Date.now()).slice(-9)}`;
      const { trunkA, server, stack } = bed();
      trunkA.send(
        writeSip(
          `INVITE sip:registered-my-carrier@127.0.0.1:${stack.ports.carrierSide} SIP/2.0`,
          [
            ['Via', `SIP/2.0/UDP 127.0.0.1:${trunkA.port};branch=z9hG4bK${randomUUID()}`],
            ['Max-Forwards', '70'],
            ['From', '<sip:+447700900555@carrier.example>;tag=one'],
            ['To', `<sip:+${number}@carrier.example>`],
            ['Call-ID', randomUUID()],
            ['CSeq', '1 INVITE'],
            ['Contact', `<sip:carrier@127.0.0.1:${trunkA.port}>`],
            ['Content-Type', 'application/sdp'],
          ],
          carrierAnswer(trunkA.port),
        ),
      );
      const ask = await server.incoming.next('the ask', ({ dialled }) => dialled === `+${number}`);
      expect(uriOf(`<${ask.caller}>`)).toBe('+447700900555');
    });
  });
}
