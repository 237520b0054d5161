import { describe, expect, test } from 'vitest';
import { createNgClient } from '@farline/engine';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { browserOffer } from '../testbed/sdp.ts';

const answers: Script = (leg) => {
  leg.reply(100);
  leg.reply(180);
  leg.reply(200);
};
const says =
  (...statuses: number[]): Script =>
  (leg) => {
    for (const status of statuses) leg.reply(status);
  };

/** How a call gets from the caller to a trunk, and to the next one. */
export function placesCalls(bed: () => EngineBed): void {
  describe.concurrent('placing a call', () => {
    test('an answered call is reported ringing, answered and ended, with the clock of the engine', async () => {
      const began = Date.now();
      const { call, leg } = await bed().place({ trunkA: answers });
      expect((await leg.final()).status).toBe(200);
      await leg.request('BYE');

      const ringing = await bed().server.report(call, 'call.ringing');
      const answered = await bed().server.report(call, 'call.answered');
      const ended = await bed().server.report(call, 'call.ended');

      expect(ringing).toMatchObject({ trunk: 'trunk-a', status: 180 });
      expect(answered).toMatchObject({
        trunk: 'trunk-a',
        sipCallId: leg.sipCallId,
        fromTag: leg.fromTag,
        attempts: 'trunk-a=200',
      });
      expect(ended).toMatchObject({ by: 'caller', answeredAt: answered.at, toTag: answered.toTag, trunk: 'trunk-a' });
      expect(ringing.at).toBeGreaterThanOrEqual(began);
      expect(answered.at).toBeGreaterThanOrEqual(ringing.at);
      expect(ended.at).toBeGreaterThanOrEqual(answered.at);
      expect(ended.at).toBeLessThanOrEqual(Date.now());
    });

    test('the far side hanging up ends the call by the callee', async () => {
      const { call, leg, number } = await bed().place({ trunkA: answers });
      await leg.final();
      const trunkLeg = await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(number));
      trunkLeg.request('BYE');
      await leg.received.next('the BYE', ({ method }) => method === 'BYE');
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'callee' });
    });

    test('an offer reaches the trunk as plain RTP with PCMU, PCMA and key presses alone', async () => {
      const { leg, number } = await bed().place({ trunkA: answers });
      const answer = await leg.final();
      const { invite } = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
      expect(invite.body).toMatch(/^m=audio \d+ RTP\/AVP 0 8 126\r$/m);
      expect(invite.body).not.toMatch(/candidate|fingerprint|opus|ice-|crypto/);
      expect(answer.body).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 0 126\r$/m);
      expect(answer.body).toMatch(/^a=fingerprint:sha-256 /m);
      expect(answer.body).toMatch(/^a=ice-ufrag:/m);
      await leg.request('BYE');
    });

    test('codecs keep the order of whoever offers them', async () => {
      const offer = browserOffer().replace('SAVPF 111 0 8 126', 'SAVPF 111 8 0 126');
      const { leg, number } = await bed().place({ trunkA: answers, invite: { offer } });
      const { invite } = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
      expect(invite.body).toMatch(/^m=audio \d+ RTP\/AVP 8 0 126\r$/m);
      await leg.final();
      await leg.request('BYE');
    });

    test('an offer that hides its addresses (0.0.0.0 and mDNS candidates) is no hold', async () => {
      const offer = browserOffer()
        .replace('c=IN IP4 192.0.2.77', 'c=IN IP4 0.0.0.0')
        .replace(/(a=candidate:.*) 192\.0\.2\.77 /g, '$1 f82c65ad-a35e-401e-bb3e-f0470cd7e48d.local ');
      const { leg, number } = await bed().place({ trunkA: answers, invite: { offer } });

      expect((await leg.final()).body).toContain('a=sendrecv');

      const offered = bed().trunkA.received.all.find(({ uri }) => uri.includes(number));
      expect(offered?.body).toContain('a=sendrecv');
      expect((await leg.request('INVITE', { body: offer })).body).toContain('a=sendrecv');
      await leg.request('BYE');
    });

    test('an offer of 14 kB, from a machine with a hundred network paths, comes through', async () => {
      const { leg, number } = await bed().place({
        trunkA: answers,
        invite: { offer: browserOffer({ candidates: 140 }) },
      });
      expect((await leg.final()).status).toBe(200);
      const { invite } = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
      expect(invite.body).not.toContain('192.0.2.77');
      await leg.request('BYE');
    });

    test('rtpengine takes the packets of a side from that side’s own address alone', async () => {
      const { leg } = await bed().place({ trunkA: answers });
      await leg.final();
      const ng = createNgClient({ host: '127.0.0.1', port: bed().stack.ports.rtpengine });
      const told = JSON.stringify(await ng.command('query', { 'call-id': leg.sipCallId }));
      ng.close();
      // Two sides, each with a stream for RTP and one for RTCP; the RTCP of a browser comes with its RTP.
      const streams = told.match(/"local port"/g)?.length ?? 0;
      expect(streams).toBeGreaterThanOrEqual(3);
      expect(told.match(/"strict source address"/g)).toHaveLength(streams);
      await leg.request('BYE');
    });

    test('a refusal reaches the caller with its status and its reason, and no trunk', async () => {
      const { leg, number } = await bed().place({
        trunkA: answers,
        decide: () => ({ decision: 'refuse', status: 402, phrase: 'Payment Required', reason: 'out_of_credit' }),
      });
      const final = await leg.final();
      expect(final.status).toBe(402);
      expect(final.header('X-Farline-Reason')).toBe('out_of_credit');
      expect(bed().trunkA.received.all.filter(({ uri }) => uri.includes(number))).toEqual([]);
    });

    test('a call too many is no busy number: the caller hears that no line is free', async () => {
      const { leg } = await bed().place({
        trunkA: answers,
        decide: () => ({ decision: 'refuse', status: 480, phrase: 'Too Many Calls', reason: 'too_many_calls' }),
      });
      const final = await leg.final();
      expect(final.status).toBe(480);
      expect(final.header('Reason')).toBe('Q.850;cause=34;text="Too Many Calls"');
    });

    test('after 503 the second trunk is tried, and 183 and 200 give the caller one port and one set of ICE credentials', async () => {
      const { call, leg } = await bed().place({ trunkA: says(100, 503), trunkB: says(100, 183, 200) });
      const final = await leg.final();
      const early = await leg.received.next('the 183', ({ status }) => status === 183);
      const media = (body: string) =>
        [/m=audio \d+/, /ice-ufrag:\S+/, /ice-pwd:\S+/].map((part) => part.exec(body)?.[0]);
      expect(final.status).toBe(200);
      expect(media(early.body)).toEqual(media(final.body));
      expect(media(final.body)).not.toContain(undefined);
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({
        trunk: 'trunk-b',
        attempts: 'trunk-a=503,trunk-b=200',
      });
      await leg.request('BYE');
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ trunk: 'trunk-b' });
    });

    test.each([
      ['says nothing at all', says(), 'timeout'],
      ['says 100 and no more', says(100), 'timeout'],
      ['says 408 without having rung', says(100, 408), '408'],
      ['says 500', says(500), '500'],
      ['knows us not (401)', says(100, 401), '401'],
      ['wants none of our calls (403)', says(100, 403), '403'],
      ['asks for a proof (407)', says(407), '407'],
      ['demands what we cannot (421)', says(421), '421'],
      ['does not do what we ask for (420)', says(420), '420'],
      ['sends us elsewhere (302)', says(302), '302'],
      ['does not like the sound (488)', says(488), '488'],
    ])('the second trunk is tried when the first %s', async (_, first, said) => {
      const decision = said === 'timeout' ? { firstSignMs: 1000 } : {};
      const { call, leg } = await bed().place({ trunkA: first, trunkB: answers, decision });
      expect((await leg.final()).status).toBe(200);
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({
        attempts: `trunk-a=${said},trunk-b=200`,
      });
      await leg.request('BYE');
    });

    test('a trunk that says 100 may take its time until it rings', async () => {
      const { call, leg } = await bed().place({
        trunkA: (trunk) => {
          trunk.reply(100);
          setTimeout(() => void answers(trunk), 2500);
        },
        trunkB: answers,
        decision: { firstSignMs: 1000, tryingMs: 8000 },
      });
      expect((await leg.final()).status).toBe(200);
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({ attempts: 'trunk-a=200' });
      await leg.request('BYE');
    });

    test('a trunk that says nothing is given up soon, however long one that tries may take', async () => {
      const { call, leg } = await bed().place({
        trunkA: says(),
        trunkB: answers,
        decision: { firstSignMs: 1000, tryingMs: 60_000 },
      });
      expect((await leg.final(5000)).status).toBe(200);
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({
        attempts: 'trunk-a=timeout,trunk-b=200',
      });
      await leg.request('BYE');
    });

    test('a 100 again and again does not lengthen the wait for ringing', async () => {
      const began = Date.now();
      const { leg } = await bed().place({
        trunkA: (trunk) => void setTimeout(() => trunk.reply(100), 2400),
        ...{ trunkB: answers, decision: { firstSignMs: 3000, tryingMs: 3000 } },
      });
      await leg.final();
      expect(Date.now() - began).toBeLessThan(5000); // Lengthened: 5400.
      await leg.request('BYE');
    });

    test.each([
      ['180 and 503', says(180, 503), 503, '503'],
      ['183 and 500', says(183, 500), 500, '500'],
      ['486', says(486), 486, '486'],
      ['603', says(603), 603, '603'],
      ['180 and 403', says(180, 403), 502, '403'],
      ['404', says(404), 404, '404'],
      ['480 after an announcement', says(183, 480), 480, '480'],
    ])('the second trunk is not tried after %s', async (_, first, status, said) => {
      const { call, leg, number } = await bed().place({ trunkA: first, trunkB: answers });
      expect((await leg.final()).status).toBe(status);
      expect(await bed().server.report(call, 'call.failed')).toMatchObject({
        status,
        cause: 'final',
        trunk: 'trunk-a',
        attempts: `trunk-a=${said}`,
      });
      expect(bed().trunkB.received.all.filter(({ uri }) => uri.includes(number))).toEqual([]);
    });

    test('when every trunk fails the caller gets the last word', async () => {
      const { call, leg } = await bed().place({ trunkA: says(503), trunkB: says(500) });
      expect((await leg.final()).status).toBe(500);
      expect(await bed().server.report(call, 'call.failed')).toMatchObject({
        status: 500,
        attempts: 'trunk-a=503,trunk-b=500',
      });
    });

    test.each(['"a\\"b"', 'a\\b', 'a"b', '"a b"', 'a|b'])(
      'an answer whose To tag is %s is no answer',
      async (toTag) => {
        const { call, leg } = await bed().place({
          trunkA: (trunk) => {
            trunk.reply(180);
            trunk.reply(200, 'OK', { toTag });
          },
          decision: { ringingMs: 1500 },
        });
        expect((await leg.final()).status).toBe(480);
        expect(await bed().server.report(call, 'call.failed')).toMatchObject({ cause: 'ringing_timeout' });
      },
    );

    test.each(['Supported', 'k'])(
      'nobody is promised acknowledged ringing (100rel) by %s: no PRACK finds its call',
      async (name) => {
        const headers = [[name, '100rel,timer']] as const;
        const { leg, number } = await bed().place({ trunkA: answers, invite: { headers } });
        await leg.final();
        const { invite } = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
        expect(invite.text).not.toContain('100rel');
        expect(invite.header('Supported')).toBe('timer');
        await leg.request('BYE');
      },
    );

    test.each([302, 401, 403, 407, 420, 421])('that a trunk says %i is not the caller’s affair', async (status) => {
      const { call, leg } = await bed().place({ trunkA: says(status) });
      expect((await leg.final()).status).toBe(502);
      expect(await bed().server.report(call, 'call.failed')).toMatchObject({
        attempts: `trunk-a=${status}`,
        status: 502,
      });
    });

    test('a trunk that nobody is at leads to the next one', async () => {
      const { call, leg } = await bed().place({
        trunkB: answers,
        decide: (_, usual) => ({ ...usual, trunk1Uri: 'sip:447700900123@127.0.0.1:9;transport=tcp' }),
      });
      expect((await leg.final()).status).toBe(200);
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({ trunk: 'trunk-b' });
      await leg.request('BYE');
    });

    test('nobody picks up: after the ringing time both sides are told, however often the trunk repeats 180', async () => {
      let repeating: NodeJS.Timeout | undefined;
      const { call, leg, number } = await bed().place({
        trunkA: (trunk) => {
          trunk.reply(180);
          repeating = setInterval(() => trunk.reply(180), 300);
        },
        decision: { ringingMs: 2000 },
      });
      const ringing = await bed().server.report(call, 'call.ringing');
      const final = await leg.final();
      clearInterval(repeating);
      const failed = await bed().server.report(call, 'call.failed');
      expect(final.status).toBe(480);
      expect(final.header('X-Farline-Reason')).toBe('no_answer');
      expect(failed).toMatchObject({ cause: 'ringing_timeout', attempts: 'trunk-a=timeout' });
      expect(failed.at - ringing.at).toBeGreaterThan(1800);
      expect(failed.at - ringing.at).toBeLessThan(2400);
      await bed().trunkA.received.next('the CANCEL', ({ method, uri }) => method === 'CANCEL' && uri.includes(number));
    });

    test('a caller who gives up while it rings: the trunk gets CANCEL, the caller 487', async () => {
      const { call, leg, number } = await bed().place({
        trunkA: says(100, 180),
      });
      await leg.received.next('the 180', ({ status }) => status === 180);
      leg.cancel();
      const trunkLeg = await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(number));
      await bed().trunkA.received.next('the CANCEL', ({ method, uri }) => method === 'CANCEL' && uri.includes(number));
      trunkLeg.reply(487);
      expect((await leg.final()).status).toBe(487);
      expect(await bed().server.report(call, 'call.failed')).toMatchObject({
        cause: 'cancelled',
        status: 487,
        attempts: 'trunk-a=cancelled',
      });
    });

    test('the server can end a call that rings', async () => {
      const { call, leg, number } = await bed().place({ trunkA: says(100, 180) });
      await bed().server.report(call, 'call.ringing');
      expect(await bed().server.link.cancelCall(call)).toBe('done');
      const trunkLeg = await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(number));
      await bed().trunkA.received.next('the CANCEL', ({ method, uri }) => method === 'CANCEL' && uri.includes(number));
      trunkLeg.reply(487);
      expect((await leg.final()).status).toBe(487);
      expect(await bed().server.report(call, 'call.failed')).toMatchObject({ cause: 'cancelled' });
      expect(await bed().server.link.cancelCall(call)).toBe('unknown');
    });
  });
}
