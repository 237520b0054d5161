import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { bindUdp, bodyOf, headersOf, methodOf, respondTo } from '@farline/sip-endpoint/signalling';
import { afterEach, expect, test, vi } from 'vitest';
import { SipLine } from './sip-line.ts';
import { transferCall } from './transfer-call.ts';

const HERE = '127.0.0.1';
const RUNNING = {
  sipCallId: 'running',
  fromTag: 'us',
  toTag: 'them',
  fromUri: 'sip:a@x',
  toUri: 'sip:b@x',
  target: 'sip:b@trunk',
  routes: ['sip:proxy;lr'],
  cseq: 7,
};
const PLACED = {
  call: '019811f0-0000-7000-8000-000000000000',
  uri: 'sip:+44@x',
  realm: 'x',
  username: '1:u',
  password: 'p',
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Answer = { status: number; rtpPort?: number; headers?: string[] };

type Asked = { method: string; sipCallId: string; count: number; text: string };

/** An engine that answers each INVITE as the test says, the rest with 200, is silent at null, and remembers all that came. */
async function anEngine(answers: (request: Asked) => Answer | null) {
  const socket = createSocket('udp4');
  socket.bind(0, HERE);
  await once(socket, 'listening');
  const requests: string[] = [];
  const responses: string[] = [];
  let bridge: { address: string; port: number } | null = null;
  const counts = new Map<string, number>();
  socket.on('message', (datagram, source) => {
    const text = datagram.toString();
    bridge = source;
    if (text.startsWith('SIP/2.0')) return void responses.push(text);
    requests.push(text);
    const method = methodOf(text);
    if (method === 'ACK') return;
    const sipCallId = headersOf(text, 'Call-ID')[0] ?? '';
    const count = (counts.get(sipCallId) ?? 0) + (method === 'INVITE' ? 1 : 0);
    counts.set(sipCallId, count);
    const said = answers({ method, sipCallId, count, text });
    if (said === null) return;
    const { status, rtpPort, headers = [] }: Answer = method === 'INVITE' ? said : { status: 200 };
    const body = rtpPort === undefined ? undefined : sdp(rtpPort);
    const tagged = text.replace(/^(To: <[^>]+>)\r$/m, '$1;tag=far\r');
    const more = ['Contact: <sip:far@trunk>', 'Record-Route: <sip:engine;lr>', ...headers];
    const answer = { status, reason: 'Said', headers: more, ...(body === undefined ? {} : { body }) };
    socket.send(respondTo(tagged, answer), source.port, source.address);
  });
  closing.push(() => socket.close());
  let lastBranch = 0;
  /** Says a request within a call to the bridge. */
  const say = (method: string, sipCallId: string, body = '') => {
    const lines = [
      `${method} sip:call-bridge@${HERE} SIP/2.0`,
      `Via: SIP/2.0/UDP ${HERE};branch=z9hG4bK${++lastBranch}`,
      'From: <sip:far@x>;tag=far',
      'To: <sip:us@x>;tag=us',
      `Call-ID: ${sipCallId}`,
      `CSeq: 1 ${method}`,
      `Content-Length: ${body.length}`,
    ];
    socket.send(`${lines.join('\r\n')}\r\n\r\n${body}`, bridge?.port ?? 0, HERE);
  };
  return { say, requests, responses, address: { host: HERE, port: socket.address().port } };
}

async function transferWith(engine: Awaited<ReturnType<typeof anEngine>>, options: { patienceMs?: number } = {}) {
  const line = new SipLine({ ...options, socket: await bindUdp(HERE, 0), engine: engine.address, log: () => {} });
  closing.push(() => line.close());
  return await transferCall({ line, host: HERE }, { running: RUNNING, placed: PLACED });
}

const sdp = (port: number) =>
  `v=0\r\no=- 1 1 IN IP4 ${HERE}\r\ns=-\r\nc=IN IP4 ${HERE}\r\nt=0 0\r\nm=audio ${port} RTP/AVP 8 101\r\na=rtpmap:101 telephone-event/8000\r\n`;
const byes = (requests: string[]) =>
  requests.filter((text) => methodOf(text) === 'BYE').map((text) => headersOf(text, 'Call-ID')[0]);
const isRunning = (sipCallId: string) => sipCallId === 'running';

test('each call is told the other one’s port, in the one encoding that the new call chose', async () => {
  const engine = await anEngine(({ sipCallId }) => ({ status: 200, rtpPort: isRunning(sipCallId) ? 4000 : 6000 }));

  expect(await transferWith(engine)).toEqual({ outcome: 'joined', status: 200 });

  const invites = engine.requests.filter((text) => methodOf(text) === 'INVITE');
  expect(invites.map((text) => /m=audio .*/.exec(bodyOf(text) ?? '')?.[0])).toEqual([
    'm=audio 9 RTP/AVP 0 8 101',
    'm=audio 6000 RTP/AVP 8 101',
    'm=audio 4000 RTP/AVP 8 101',
  ]);
  const takeOver = invites[1] ?? '';
  expect(takeOver.split('\r\n')[0]).toBe('INVITE sip:b@trunk SIP/2.0');
  expect(headersOf(takeOver, 'CSeq')).toEqual(['8 INVITE']);
  expect(headersOf(takeOver, 'Route').at(-1)).toBe('<sip:proxy;lr>');
  expect(headersOf(takeOver, 'X-Farline-Transfer')).toEqual([PLACED.call]);
});

test('the challenge of the new call is answered as its user', async () => {
  const challenge = 'Proxy-Authenticate: Digest realm="x", nonce="n", qop="auth"';
  const engine = await anEngine(({ sipCallId, count }) =>
    !isRunning(sipCallId) && count === 1 ? { status: 407, headers: [challenge] } : { status: 200, rtpPort: 4000 },
  );

  expect((await transferWith(engine)).outcome).toBe('joined');

  const proofs = engine.requests.flatMap((text) => headersOf(text, 'Proxy-Authorization'));
  expect(proofs).toEqual([expect.stringContaining('username="1:u"')]);
});

test('a number that refuses leaves the running call alone', async () => {
  const engine = await anEngine(() => ({ status: 486 }));

  expect(await transferWith(engine)).toEqual({ outcome: 'not_answered', status: 486 });

  expect(engine.requests.filter((text) => headersOf(text, 'Call-ID')[0] === 'running')).toEqual([]);
});

test('when both sides speak at once, ours is said again', async () => {
  const engine = await anEngine(({ sipCallId, count }) =>
    isRunning(sipCallId) && count === 1 ? { status: 491 } : { status: 200, rtpPort: 4000 },
  );

  expect((await transferWith(engine)).outcome).toBe('joined');
});

test('when the running call’s far side does not go along, nobody is left paying for a call without sound', async () => {
  const engine = await anEngine(({ sipCallId }) =>
    isRunning(sipCallId) ? { status: 488 } : { status: 200, rtpPort: 4000 },
  );

  expect(await transferWith(engine)).toEqual({ outcome: 'not_joined', status: 488 });

  await expect.poll(() => byes(engine.requests)).toHaveLength(2);
});

test('when the running call is gone, only the new one is ended', async () => {
  const engine = await anEngine(({ sipCallId }) =>
    isRunning(sipCallId) ? { status: 481 } : { status: 200, rtpPort: 4000 },
  );

  expect(await transferWith(engine)).toEqual({ outcome: 'not_joined', status: 481 });

  await expect.poll(() => byes(engine.requests)).toEqual([expect.not.stringMatching('running')]);
});

test('a far side that lets the other wait is answered at once, and where the sound goes stays', async () => {
  const engine = await anEngine(({ sipCallId }) => ({ status: 200, rtpPort: isRunning(sipCallId) ? 4000 : 6000 }));
  await transferWith(engine);

  engine.say('INVITE', 'running', `${sdp(4002)}a=sendonly\r\n`);

  await expect.poll(() => engine.responses[0] ?? '').toMatch(/^SIP\/2\.0 200 /);
  const answer = bodyOf(engine.responses[0] ?? '') ?? '';
  expect(answer).toContain('m=audio 6000 RTP/AVP 8 101');
  expect(answer).toContain('a=recvonly');
  // Repeated until it is acknowledged.
  await expect.poll(() => engine.responses.length).toBeGreaterThan(1);
  engine.say('ACK', 'running');
});

test('when one of the two hangs up, the other is ended; a call that is not known is said to be none', async () => {
  const engine = await anEngine(() => ({ status: 200, rtpPort: 4000 }));
  await transferWith(engine);

  engine.say('BYE', 'running');

  await expect.poll(() => byes(engine.requests)).toEqual([expect.not.stringMatching('running')]);
  engine.say('BYE', 'another');
  await expect.poll(() => engine.responses.map((text) => text.slice(8, 11))).toEqual(['200', '481']);
});

test('an engine that says nothing fails the order in time, and the call is forgotten', async () => {
  const engine = await anEngine(() => null);

  expect(await transferWith(engine, { patienceMs: 100 })).toEqual({ outcome: 'not_answered', status: 408 });

  const sipCallId = headersOf(engine.requests[0] ?? '', 'Call-ID')[0] ?? '';
  engine.say('OPTIONS', sipCallId);
  await expect.poll(() => engine.responses[0] ?? '', { timeout: 10_000 }).toMatch(/^SIP\/2\.0 481 /);
});

test('a call is forgotten also when the engine does not answer its end', async () => {
  const engine = await anEngine(({ method, sipCallId }) => {
    if (method === 'BYE') return null;
    return isRunning(sipCallId) ? { status: 481 } : { status: 200, rtpPort: 4000 };
  });
  // Enough for the answers that come, on a busy machine too.
  await transferWith(engine, { patienceMs: 3_000 });

  const placed = await vi.waitUntil(() => byes(engine.requests)[0], { timeout: 10_000 });
  const next = async () => {
    const before = engine.responses.length;
    engine.say('OPTIONS', placed);
    return await vi.waitUntil(() => engine.responses[before], { timeout: 10_000 });
  };
  await expect.poll(next, { timeout: 10_000 }).toMatch(/^SIP\/2\.0 481 /);
});
