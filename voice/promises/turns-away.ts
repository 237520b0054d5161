import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openCallingPhone } from '../testbed/calling-phone.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { browserOffer, carrierAnswer } from '../testbed/sdp.ts';
import { writeSip } from '../testbed/sip-message.ts';

const answers: Script = (leg) => leg.reply(200);

/** Who gets nowhere. */
export function turnsAway(bed: () => EngineBed): void {
  const statusOfUpgrade = async (origin: string | null, host = '127.0.0.1'): Promise<number> => {
    const asking = request({
      host,
      port: bed().stack.ports.browsers,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': 'sip',
        ...(origin === null ? {} : { origin }),
      },
    });
    asking.end();
    return await new Promise((resolve, reject) => {
      asking.on('response', (response) => resolve(response.statusCode ?? 0));
      asking.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      });
      asking.on('error', reject);
    });
  };

  /** A call from the carrier side, also aimed at the other trunk; resolves with its final response. */
  const inviteFromTrunk = async (invite: { type?: string; body?: string; callId?: string; tag?: string }) => {
    const { type, body = '', callId = `carrier-${Math.random()}`, tag = 'x' } = invite;
    const headers = [
      ['Via', `SIP/2.0/UDP 127.0.0.1:${bed().trunkA.port};branch=z9hG4bK${Math.random().toString(36).slice(2)}`],
      ['Max-Forwards', '70'],
      ['Route', `<sip:127.0.0.1:${bed().trunkB.port};lr>`],
      ['From', `<sip:+999000000001@127.0.0.1>;tag=${tag}`],
      ['To', '<sip:+447700900001@127.0.0.1>'],
      ['Call-ID', callId],
      ['CSeq', '1 INVITE'],
      ['Contact', `<sip:x@127.0.0.1:${bed().trunkA.port}>`],
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ] as const;
    const target = `sip:+447700900001@127.0.0.1:${bed().stack.ports.carrierSide}`;
    bed().trunkA.send(writeSip(`INVITE ${target} SIP/2.0`, headers, body));
    return await bed().trunkA.received.next(
      'the refusal',
      (message) => message.callId === callId && message.method === null && message.status >= 200,
    );
  };

  describe.concurrent('who is turned away', () => {
    test('a page of another origin cannot open the WebSocket; localhost, 127.0.0.1 and [::1] can', async () => {
      const port = bed().stack.ports.web;
      for (const origin of ['http://evil.example', `http://localhost:${port}.evil.example`, 'null', '', null]) {
        expect(await statusOfUpgrade(origin)).toBe(403);
      }
      for (const host of ['localhost', '127.0.0.1', '[::1]']) {
        expect(await statusOfUpgrade(`http://${host}:${port}`)).toBe(101);
        expect(await statusOfUpgrade(`http://${host}:${port}`, '::1')).toBe(101);
      }
    });

    test('expired credentials are refused with their reason', async () => {
      const caller = await bed().caller({ credentialsEnd: Math.floor(Date.now() / 1000) - 5 });
      const { leg, number } = await bed().place({ trunkA: answers, caller });
      const final = await leg.final();
      expect(final.status).toBe(403);
      expect(final.header('X-Farline-Reason')).toBe('credentials_expired');
      expect(bed().server.asks.all.filter(({ dialled }) => dialled === `+${number}`)).toEqual([]);
    });

    test('who does not know the secret is challenged and never asked for', async () => {
      const caller = await bed().caller({ sipSecret: 'another secret, as long as the right one is' });
      const { leg, number } = await bed().place({ trunkA: answers, caller });
      await leg.received.next('the second challenge', ({ status, cseq }) => status === 407 && cseq === '2 INVITE');
      expect(bed().server.asks.all.filter(({ dialled }) => dialled === `+${number}`)).toEqual([]);
    });

    test('a proof of one’s own beside the name of another speaks for nobody', async () => {
      const victim = `2000000000:${randomUUID()}`;
      const claim = `Digest username="${victim}", realm="other", nonce="x", uri="sip:x", response="${'0'.repeat(32)}"`;
      const { leg, number } = await bed().place({
        trunkA: answers,
        invite: { headers: [['Proxy-Authorization', claim]] },
      });
      expect((await leg.final()).status).toBe(400);
      expect(bed().server.asks.all.filter(({ dialled }) => dialled === `+${number}`)).toEqual([]);
    });

    test('an unauthenticated INVITE reaches no trunk, whatever it claims and wherever it is aimed', async () => {
      const before = bed().trunkA.received.all.length;
      const { leg } = await bed().place({
        trunkA: answers,
        invite: {
          uri: `sip:+447700900001@127.0.0.1:${bed().trunkA.port}`,
          authenticates: false,
          from: '<sip:+999000000001@127.0.0.1>',
          headers: [
            ['Route', `<sip:127.0.0.1:${bed().trunkA.port};lr>`],
            ['P-Asserted-Identity', '<sip:+999000000001@127.0.0.1>'],
            ['X-Foo ', 'forged'],
          ],
        },
      });
      expect((await leg.final()).status).toBe(404);
      const { leg: challenged } = await bed().place({
        trunkA: answers,
        invite: { authenticates: false, headers: [['Route', `<sip:127.0.0.1:${bed().trunkA.port};lr>`]] },
      });
      expect((await challenged.final()).status).toBe(407);
      const mine = bed()
        .trunkA.received.all.slice(before)
        .filter(({ text }) => text.includes(leg.sipCallId) || text.includes(challenged.sipCallId));
      expect(mine).toEqual([]);
    });

    test('a request-URI of somebody else’s is refused, also to a user who proved who they are', async () => {
      const { leg } = await bed().place({ invite: { uri: 'sip:+447700900001@foreign.example' } });
      expect((await leg.final()).status).toBe(404);
    });

    test('a Call-ID and a tag of 200 characters are taken, and a longer one or one that is no word is refused', async () => {
      const callId = () => randomUUID().padEnd(200, 'x');
      const offer = { type: 'application/sdp', body: carrierAnswer(bed().trunkA.port) };
      expect((await inviteFromTrunk({ ...offer, callId: callId(), tag: 'x'.repeat(200) })).status).toBe(403);
      expect((await inviteFromTrunk({ callId: `${callId()}x` })).status).toBe(400);
      expect((await inviteFromTrunk({ callId: `${randomUUID()}|x` })).status).toBe(400);
      expect((await inviteFromTrunk({ callId: callId(), tag: 'x'.repeat(201) })).status).toBe(400);
      expect((await inviteFromTrunk({ callId: callId(), tag: 'x|x' })).status).toBe(400);
    });

    test('who is no trunk to the server opens no call from the carrier side: not to users, and not to itself', async () => {
      const refused = await inviteFromTrunk({ type: 'application/sdp', body: carrierAnswer(bed().trunkA.port) });
      expect(refused.status).toBe(403);
      expect(bed().trunkB.received.all.filter(({ callId }) => callId === refused.callId)).toEqual([]);
    });

    test('an offer without G.711 rings nobody: 488 and why, from either side', async () => {
      const withoutG711 = (offer: string) =>
        offer.replace(/^(m=audio \d+ \S+).*$/m, '$1 9').replaceAll(/^a=rtpmap:.*\r\n/gm, '');
      const { call, leg, number } = await bed().place({ invite: { offer: withoutG711(browserOffer()) } });
      const fromTrunk = await inviteFromTrunk({
        type: 'application/sdp',
        body: withoutG711(carrierAnswer(bed().trunkA.port)),
      });

      for (const refusal of [await leg.final(), fromTrunk]) {
        expect(refusal.status).toBe(488);
        expect(refusal.header('Warning')).toMatch(/^305 /);
        expect(refusal.header('X-Farline-Reason')).toBe('codec_not_supported');
      }
      expect(bed().server.asks.all.filter((ask) => ask.call === call)).toEqual([]);
      expect(bed().trunkA.received.all.filter(({ uri }) => uri.includes(number))).toEqual([]);
    });

    test('an INVITE without Contact is refused with 400', async ({ onTestFinished }) => {
      const phone = await openCallingPhone({
        port: bed().stack.ports.phones,
        username: 'nocontact',
        password: 'none',
      });
      onTestFinished(() => phone.close());

      const leg = phone.place({ number: '+447700900001', offer: carrierAnswer(40_000), withoutContact: true });

      expect((await leg.final()).status).toBe(400);
    });

    test('an INVITE of a browser without a description of its sound, or any with one in a wrapping, goes no further than here', async () => {
      const wrapped = (sdp: string) => `--x\r\nContent-Type: application/sdp\r\n\r\n${sdp}\r\n--x--\r\n`;
      const multipart = 'multipart/mixed;boundary=x';
      const fromTrunk = await inviteFromTrunk({ type: multipart, body: wrapped(carrierAnswer(bed().trunkA.port)) });
      expect(fromTrunk.status).toBe(415);
      expect(fromTrunk.header('Accept')).toBe('application/sdp');

      const bare = await bed().place({ trunkA: answers, invite: { offer: '' } });
      const offer = wrapped(browserOffer());
      const inWrapping = await bed().place({ trunkA: answers, invite: { offer, contentType: multipart } });
      expect((await bare.leg.final()).status).toBe(488);
      expect((await inWrapping.leg.final()).status).toBe(415);
      for (const { number } of [bare, inWrapping]) {
        expect(bed().trunkA.received.all.filter(({ uri }) => uri.includes(number))).toEqual([]);
      }
      const { leg } = await bed().place({ trunkA: answers });
      await leg.final();
      expect((await leg.request('INVITE', { body: offer, contentType: multipart })).status).toBe(415);
      await leg.request('BYE');
    });

    test('a caller cannot use a running call to send requests elsewhere', async () => {
      const { leg } = await bed().place({ trunkA: answers });
      await leg.final();
      const elsewhere = `sip:+447700900001@127.0.0.1:${bed().trunkB.port}`;
      expect((await leg.request('INFO', { uri: elsewhere })).status).toBe(403);
      expect(bed().trunkB.received.all.filter(({ method }) => method === 'INFO')).toEqual([]);
      expect((await leg.request('BYE')).status).toBe(200);
      expect((await leg.request('INFO')).status).toBe(481);
    });

    test('commands and metrics are not to be had at the ports of browsers and carriers', async () => {
      const ports = bed().stack.ports;
      const ask = async (port: number, path: string, method: string, headers: Record<string, string> = {}) =>
        (
          await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            headers,
            ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","method":"core.uptime","id":1}' } : {}),
          })
        ).status;
      expect(await ask(ports.browsers, '/rpc', 'POST')).toBe(404);
      expect(await ask(ports.browsers, '/metrics', 'GET')).toBe(404);
      expect(await ask(ports.carrierSide, '/rpc', 'POST')).toBe(404);
      expect(await ask(ports.kamailioRpc, '/rpc', 'POST')).toBe(200);
      expect(await ask(ports.kamailioRpc, '/metrics', 'GET')).toBe(200);
      // A page in a browser on the same machine may send this without asking (Fetch §3.2.5), and says where it is from.
      const page = { origin: 'https://evil.example', 'content-type': 'text/plain' };
      expect(await ask(ports.kamailioRpc, '/rpc', 'POST', page)).toBe(403);
    });

    test('who proves nothing is gone after a quarter of a minute, and a caller who proved something stays', async () => {
      const { leg } = await bed().place({ trunkA: answers });
      await leg.final();
      const socket: Socket = connect(bed().stack.ports.phones, '127.0.0.1');
      await once(socket, 'connect');
      const openedAt = performance.now();
      await once(socket.resume(), 'close', { signal: AbortSignal.timeout(60_000) });
      expect(performance.now() - openedAt).toBeGreaterThan(10_000);
      expect((await leg.request('BYE')).status).toBe(200);
    });

    test('what is no SIP writes no line of the log that could be taken for one of Kamailio’s', async ({ expect }) => {
      const mark = `stranger${Math.random().toString(36).slice(2)}`;
      const forged = `INVITE sip:x SIP/2.0\r\nVia: x\r\n 1(1) ERROR: ${mark} a call ended\r\n\u001b[2J\r\n\r\n`;
      bed().trunkA.send(forged);
      await expect.poll(() => bed().stack.kamailio.log.containing(mark)).not.toEqual([]);
      const lines = bed().stack.kamailio.log.containing(mark);
      expect(lines.filter((line) => !line.startsWith('| '))).toEqual([]);
      expect(lines.join('')).not.toContain('\u001b');
    });

    test('the SIP secret stands in no log', () => {
      expect(bed().stack.kamailio.log.containing(bed().stack.sip.secret)).toEqual([]);
    });

    test('an Origin in several lines writes one line of the log', async ({ expect }) => {
      const mark = `forged${Math.random().toString(36).slice(2)}`;
      const socket: Socket = connect(bed().stack.ports.browsers, '127.0.0.1');
      await once(socket, 'connect');
      const lines = ['GET / HTTP/1.1', 'Host: localhost', 'Upgrade: websocket', 'Connection: Upgrade'];
      socket.write([...lines, `Origin: http://evil.example\r\n ${mark}`, '', ''].join('\r\n'));
      const [reply] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(reply.toString()).toMatch(/ 403 /);
      await expect.poll(() => bed().stack.kamailio.log.containing(mark), { timeout: 10_000 }).toHaveLength(1);
      expect(bed().stack.kamailio.log.containing(mark)[0]).toContain('evil.example');
    });

    test('what is no SIP and no HTTP does not disturb', async () => {
      const socket: Socket = connect(bed().stack.ports.browsers, '127.0.0.1');
      await once(socket, 'connect');
      socket.end('\u0000\u0001 GARBAGE \r\n\r\n');
      const { leg } = await bed().place({ trunkA: answers });
      expect((await leg.final()).status).toBe(200);
      await leg.request('BYE');
    });
  });
}
