import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInbox, type Inbox } from './inbox.ts';
import { browserAnswer } from './sdp.ts';
import { readSip, type SipMessage, uriOf, writeSip } from './sip-message.ts';
import { digest } from './websocket-caller.ts';

const REALM = 'farline.local';

type Headers = readonly (readonly [string, string])[];
type Reply = { toTag?: string; headers?: Headers; body?: string };
type Asked = { uri: string; headers: Headers; body?: string };
type Within = { invite: SipMessage; toTag: string; body?: string; headers?: Headers };

export type CalledBrowserOptions = {
  websocketUrl: string;
  origin: string;
  sipSecret: string;
  userId?: string;
  /** Seconds since 1970 at which the credentials end. */
  credentialsEnd?: number;
};

export type RegisterOptions = {
  /** The Contact; its own without. */
  contact?: string;
  /** Left out without. */
  expires?: number;
  /** The user who is registered; itself without. */
  aor?: string;
  /** The Call-ID; the same each time without. */
  callId?: string;
  /** Changes the proof, if one is given. */
  forges?: (proof: string) => string;
};

/** A page in Node that waits for calls: it registers over its WebSocket, and answers CANCEL and BYE by itself, as JsSIP does. */
export type CalledBrowser = {
  readonly userId: string;
  /** The URI of its Contact. */
  readonly contact: string;
  readonly received: Inbox<SipMessage>;
  /** Sends REGISTER and answers the challenge; resolves with the final response. */
  register(options?: RegisterOptions): Promise<SipMessage>;
  /** The INVITE of this call. */
  rings(call: string): Promise<SipMessage>;
  reply(request: SipMessage, status: number, options?: Reply): void;
  /** Answers a call under this To tag, with a browser's description of its sound. */
  answer(invite: SipMessage, toTag: string): void;
  /** A request within a call that it answered; a challenge is answered. Resolves with the final response. */
  say(method: string, call: Within): Promise<SipMessage>;
  send(text: string): void;
  close(): void;
  /** Another WebSocket in the place of the first. */
  reconnect(): Promise<void>;
  /** The same where the first is not closed, but nothing that is sent by it arrives any more, as when its network is gone. */
  loseNetwork(): Promise<void>;
};

/** Opens its WebSocket; rejects when the engine refuses it. */
export async function openCalledBrowser(options: CalledBrowserOptions): Promise<CalledBrowser> {
  const userId = options.userId ?? randomUUID();
  const username = `${options.credentialsEnd ?? Math.floor(Date.now() / 1000) + 600}:${userId}`;
  const password = createHmac('sha1', options.sipSecret).update(username).digest('base64');
  const host = `${randomBytes(6).toString('hex')}.invalid`;
  const contact = `sip:${randomBytes(4).toString('hex')}@${host};transport=ws`;
  const ownCallId = randomBytes(11).toString('hex');
  const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
  const lost: WebSocket[] = [];
  const arrives: Arrives = (message, by) => (lost.includes(by) ? undefined : hear(message));
  let socket = await openSocket(options, arrives);
  const send = (text: string) => socket.send(text);
  /** INVITEs, by their Via, that have their final response. */
  const finished = new Set<string>();
  const reply: CalledBrowser['reply'] = (request, status, said = {}) => {
    if (request.method === 'INVITE' && status >= 200) finished.add(request.header('Via'));
    send(replyTo(request, status, { ...said, contact }));
  };
  const hear = answersByItself({ received, finished, reply });
  const ask = asksOver({ host, received, send });
  const prove = async (method: string, asked: Asked, forges = (proof: string) => proof) => {
    const first = await ask(method, asked);
    if (first.status !== 401 && first.status !== 407) return first;
    const challenge = first.header('WWW-Authenticate') || first.header('Proxy-Authenticate');
    const proof = forges(digest({ challenge, method, uri: asked.uri, username, password }));
    const header = first.status === 401 ? 'Authorization' : 'Proxy-Authorization';
    return await ask(method, { ...asked, headers: [...asked.headers, [header, proof]] });
  };

  return {
    userId,
    contact,
    received,
    reply,
    send,
    register: async ({ aor = userId, callId = ownCallId, forges, ...said } = {}) =>
      await prove('REGISTER', registration({ contact, aor, callId, said }), forges),
    rings: async (call) =>
      await received.next(
        'the INVITE',
        ({ method, header }) => method === 'INVITE' && header('X-Farline-Call') === call,
      ),
    answer: (invite, toTag) =>
      reply(invite, 200, { toTag, headers: [['Content-Type', 'application/sdp']], body: browserAnswer() }),
    say: async (method, call) => await prove(method, within(contact, call)),
    close: () => [...lost, socket].forEach((each) => each.close()),
    async reconnect() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
      socket = await openSocket(options, arrives);
    },
    async loseNetwork() {
      lost.push(socket);
      socket = await openSocket(options, arrives);
    },
  };
}

type Arrives = (message: SipMessage, by: WebSocket) => void;

async function openSocket({ websocketUrl, origin }: CalledBrowserOptions, arrives: Arrives): Promise<WebSocket> {
  const socket = new WebSocket(websocketUrl, { protocols: ['sip'], headers: { origin } });
  socket.addEventListener('message', (event) => arrives(readSip(String(event.data)), socket));
  const refused = once(socket, 'error').then(() => Promise.reject(new Error('the WebSocket was refused')));
  await Promise.race([once(socket, 'open'), refused]);
  return socket;
}

/** Keeps what comes in, and says to CANCEL and BYE what a page says; an INVITE that has its final response keeps it. */
function answersByItself({
  received,
  finished,
  reply,
}: Pick<CalledBrowser, 'received' | 'reply'> & { finished: ReadonlySet<string> }) {
  return (message: SipMessage): void => {
    received.add(message);
    if (message.method === 'BYE') reply(message, 200);
    if (message.method !== 'CANCEL') return;
    reply(message, 200);
    const via = message.header('Via');
    const invite = received.all.find((each) => each.method === 'INVITE' && each.header('Via') === via);
    if (invite !== undefined && !finished.has(via)) reply(invite, 487, { toTag: 'cancelled' });
  };
}

function asksOver(wire: { host: string; received: Inbox<SipMessage>; send: (text: string) => void }) {
  let cseq = 0;
  return async (method: string, { uri, headers, body = '' }: Asked): Promise<SipMessage> => {
    const about = `${++cseq} ${method}`;
    const via = `SIP/2.0/WS ${wire.host};branch=z9hG4bK${randomBytes(8).toString('hex')}`;
    const all: Headers = [['Via', via], ['Max-Forwards', '69'], ...headers, ['CSeq', about]];
    wire.send(writeSip(`${method} ${uri} SIP/2.0`, all, body));
    return await wire.received.next(
      `the response to ${method}`,
      (message) => message.status >= 200 && message.cseq === about,
    );
  };
}

function registration(given: {
  contact: string;
  aor: string;
  callId: string;
  said: Pick<RegisterOptions, 'contact' | 'expires'>;
}): Asked {
  const { contact, aor, callId, said } = given;
  const headers: Headers = [
    ['From', `<sip:${aor}@${REALM}>;tag=${randomBytes(5).toString('hex')}`],
    ['To', `<sip:${aor}@${REALM}>`],
    ['Call-ID', callId],
    ['Contact', said.contact ?? `<${contact}>;+sip.instance="<urn:uuid:${randomUUID()}>"`],
    ...(said.expires === undefined ? [] : [['Expires', String(said.expires)] as const]),
  ];
  return { uri: `sip:${REALM}`, headers };
}

function within(contact: string, { invite, toTag, body = '', headers = [] }: Within): Asked {
  const all: Headers = [
    ...invite.headers('Record-Route').map((route) => ['Route', route] as const),
    ['From', `${invite.header('To')};tag=${toTag}`],
    ['To', invite.header('From')],
    ['Call-ID', invite.callId],
    ['Contact', `<${contact}>`],
    ...headers,
    ...(body === '' ? [] : [['Content-Type', 'application/sdp'] as const]),
  ];
  return { uri: uriOf(invite.header('Contact')), headers: all, body };
}

function replyTo(
  request: SipMessage,
  status: number,
  { toTag, headers = [], body = '', contact }: Reply & { contact: string },
): string {
  const copied = (name: string) => request.headers(name).map((value) => [name, value] as const);
  const to = request.header('To');
  const all: Headers = [
    ...['Via', 'Record-Route', 'From', 'Call-ID', 'CSeq'].flatMap(copied),
    ['To', toTag === undefined || request.toTag !== '' ? to : `${to};tag=${toTag}`],
    ['Contact', `<${contact}>`],
    ...headers,
  ];
  return writeSip(`SIP/2.0 ${status} Reply`, all, body);
}
