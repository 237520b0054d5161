import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Inbox, createInbox } from './inbox.ts';
import { browserOffer } from './sdp.ts';
import { type SipMessage, readSip, uriOf, writeSip } from './sip-message.ts';

const REALM = 'farline.local';

export type CallerOptions = {
  websocketUrl: string;
  origin: string;
  sipSecret: string;
  userId?: string;
  /** Seconds since 1970 at which the credentials end. */
  credentialsEnd?: number;
};

/** What goes into the first INVITE beside what every INVITE has. */
export type InviteOptions = {
  number: string;
  call: string;
  from?: string;
  uri?: string;
  headers?: readonly (readonly [string, string])[];
  sipCallId?: string;
  fromTag?: string;
  /** False: the challenge is never answered. */
  authenticates?: boolean;
  /** The SDP of the first offer; a browser's usual one if left out. */
  offer?: string;
  /** What the offer says it is; `application/sdp` if left out. */
  contentType?: string;
  /** How long the ACK of the answer is held back; `never` comes. */
  acknowledgesAfterMs?: number | 'never';
  /** Answers a BYE with a challenge. */
  challengesBye?: boolean;
};

/** A browser's side of one call, with bare SIP messages. It acknowledges every final response by itself. */
export type CallerLeg = {
  readonly sipCallId: string;
  readonly fromTag: string;
  readonly received: Inbox<SipMessage>;
  /** What the INVITE said of where its sender is. */
  readonly contact: string;
  /** A request within the dialog as it would be sent next, for somebody else to send. */
  written(method: string, options?: { body?: string }): string;
  /** The final response to the INVITE (not the challenge). */
  final(withinMs?: number): Promise<SipMessage>;
  cancel(): void;
  /** A request within the dialog, the early one before the answer; resolves with its final response, to the proof where one was asked for. */
  request(
    method: string,
    options?: {
      body?: string;
      contentType?: string;
      headers?: readonly (readonly [string, string])[];
      uri?: string;
      /** The next one without. */
      cseq?: number;
      /** The last word about what is sent. */
      changes?: (text: string) => string;
    },
  ): Promise<SipMessage>;
};

/** A browser in Node: SIP over one WebSocket. A BYE or any other request that comes in is answered with 200. */
export type WebSocketCaller = {
  readonly userId: string;
  readonly received: Inbox<SipMessage>;
  invite(options: InviteOptions): CallerLeg;
  send(text: string): void;
  /** Sends a request as it stands; resolves with its final response. */
  ask(text: string): Promise<SipMessage>;
  /** Cuts the connection as a killed browser would. */
  close(): void;
  /** Another connection in the place of the first: all goes over it from then on. */
  reconnect(websocketUrl: string): Promise<void>;
};

/** Opens the WebSocket; rejects when the engine refuses it. */
export async function connectCaller(options: CallerOptions): Promise<WebSocketCaller> {
  const userId = options.userId ?? randomUUID();
  const username = `${options.credentialsEnd ?? Math.floor(Date.now() / 1000) + 600}:${userId}`;
  const password = createHmac('sha1', options.sipSecret).update(username).digest('base64');
  const host = `${randomBytes(6).toString('hex')}.invalid`;
  // What stands around the address tells who and where the caller is as well (RFC 5626 §4.1).
  const device = '+sip.instance="<urn:uuid:00000000-0000-1000-8000-00a0c9caller>"';
  const contact = `"Caller’s Desk" <sip:${userId.slice(0, 8)}@${host};transport=ws>;${device}`;
  const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
  const listeners = new Map<string, (message: SipMessage) => void>();
  let socket = await open(options.websocketUrl);

  return {
    ...{ userId, received, invite, reconnect },
    send: (text) => socket.send(text),
    async ask(text) {
      socket.send(text);
      const branch = readSip(text).header('Via');
      return await received.next(
        'the response',
        (message) => message.status >= 200 && message.header('Via').startsWith(branch),
      );
    },
    close: () => socket.close(),
  };

  async function open(url: string): Promise<WebSocket> {
    const opened = new WebSocket(url, { protocols: ['sip'], headers: { origin: options.origin } });
    opened.addEventListener('message', (event) => {
      const message = readSip(String(event.data));
      received.add(message);
      listeners.get(message.callId)?.(message);
    });
    await Promise.race([
      once(opened, 'open'),
      once(opened, 'error').then(() => Promise.reject(new Error('the WebSocket was refused'))),
    ]);
    return opened;
  }

  async function reconnect(websocketUrl: string): Promise<void> {
    if (socket.readyState !== WebSocket.CLOSED) {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    }
    socket = await open(websocketUrl);
  }

  function via(): string {
    return `SIP/2.0/WS ${host};branch=z9hG4bK${randomBytes(8).toString('hex')}`;
  }

  function invite(options: InviteOptions): CallerLeg {
    const sipCallId = options.sipCallId ?? randomBytes(11).toString('hex');
    const fromTag = options.fromTag ?? randomBytes(5).toString('hex');
    const uri = options.uri ?? `sip:${options.number}@${REALM}`;
    const from = `${options.from ?? `<sip:${userId}@${REALM}>`};tag=${fromTag}`;
    const inbox = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
    let cseq = 1;
    let answer: SipMessage | null = null;
    let ringing: SipMessage | null = null;
    let inviteVia = via();

    listeners.set(sipCallId, (message) => {
      inbox.add(message);
      if (message.method !== null) {
        if (message.method === 'BYE' && options.challengesBye === true) socket.send(challengeTo(message));
        else if (message.method !== 'ACK') socket.send(okTo(message));
        return;
      }
      if (message.status > 100 && message.status < 200) ringing ??= message;
      if (!message.cseq.endsWith('INVITE') || message.status < 200) return;
      if (message.status < 300) {
        const isFirst = answer === null;
        answer ??= message;
        const acknowledge = () => socket.send(inDialog('ACK', { cseq: Number.parseInt(message.cseq, 10) }));
        if (options.acknowledgesAfterMs === 'never') return;
        if (isFirst && options.acknowledgesAfterMs !== undefined) setTimeout(acknowledge, options.acknowledgesAfterMs);
        else acknowledge();
      } else {
        socket.send(start('ACK', { to: message.header('To') }));
        if (message.status === 407 && options.authenticates !== false) authenticate(message);
      }
    });
    socket.send(start('INVITE', { body: options.offer ?? browserOffer() }));

    return {
      sipCallId,
      fromTag,
      received: inbox,
      contact,
      written: (method, { body = '' } = {}) => inDialog(method, { cseq: ++cseq, body }),
      final: async (withinMs) =>
        await inbox.next(
          'the final response',
          (message) =>
            message.status >= 200 &&
            message.cseq === `${cseq} INVITE` &&
            (message.status !== 407 || options.authenticates === false),
          withinMs,
        ),
      cancel: () => socket.send(start('CANCEL', {})),
      async request(
        method,
        { body = '', contentType, headers = [], uri: target, cseq: given, changes = (text: string) => text } = {},
      ) {
        const ask = async (more: readonly (readonly [string, string])[]) => {
          const number = given ?? (method === 'ACK' ? cseq : ++cseq);
          cseq = Math.max(cseq, number);
          const before = new Set(inbox.all);
          const text = inDialog(method, {
            ...{ cseq: number, body, headers: [...headers, ...more] },
            ...(contentType === undefined ? {} : { contentType }),
            ...(target === undefined ? {} : { uri: target }),
          });
          socket.send(changes(text));
          return await inbox.next(
            `the response to ${method}`,
            (message) => message.status >= 200 && message.cseq === `${number} ${method}` && !before.has(message),
          );
        };
        const first = await ask([]);
        if (first.status !== 407 || options.authenticates === false || answer === null) return first;
        const proof = digest({
          challenge: first.header('Proxy-Authenticate'),
          ...{ method, uri: target ?? uriOf(answer.header('Contact')), username, password },
        });
        return await ask([['Proxy-Authorization', proof]]);
      },
    };

    function authenticate(challenge: SipMessage): void {
      cseq += 1;
      inviteVia = via();
      const authorization = digest({
        challenge: challenge.header('Proxy-Authenticate'),
        method: 'INVITE',
        uri,
        username,
        password,
      });
      socket.send(
        start('INVITE', { body: options.offer ?? browserOffer(), more: [['Proxy-Authorization', authorization]] }),
      );
    }

    function start(
      method: string,
      { to, body = '', more = [] }: { to?: string; body?: string; more?: [string, string][] },
    ): string {
      return writeSip(
        `${method} ${uri} SIP/2.0`,
        [
          ['Via', inviteVia],
          ['Max-Forwards', '69'],
          ['To', to ?? `<${uri}>`],
          ['From', from],
          ['Call-ID', sipCallId],
          ['CSeq', `${cseq} ${method}`],
          ['Contact', contact],
          ...(method === 'INVITE' ? [['X-Farline-Call', options.call] as const, ...(options.headers ?? [])] : []),
          ...more,
          ...(body === '' ? [] : [['Content-Type', options.contentType ?? 'application/sdp'] as const]),
        ],
        body,
      );
    }

    function inDialog(
      method: string,
      request: {
        cseq: number;
        body?: string;
        contentType?: string;
        headers?: readonly (readonly [string, string])[];
        uri?: string;
      },
    ): string {
      const dialog = answer ?? ringing;
      if (dialog === null) throw new Error(`${method} before anybody rang`);
      return writeSip(
        `${method} ${request.uri ?? uriOf(dialog.header('Contact'))} SIP/2.0`,
        [
          ['Via', via()],
          ['Max-Forwards', '69'],
          ...dialog
            .headers('Record-Route')
            .toReversed()
            .map((route) => ['Route', route] as const),
          ['To', dialog.header('To')],
          ['From', from],
          ['Call-ID', sipCallId],
          ['CSeq', `${request.cseq} ${method}`],
          ['Contact', contact],
          ...(request.headers ?? []),
          ...(request.body ? [['Content-Type', request.contentType ?? 'application/sdp'] as const] : []),
        ],
        request.body ?? '',
      );
    }
  }

  function okTo(request: SipMessage): string {
    const abilities = [
      ['Allow', 'INVITE, REFER, PRACK, MESSAGE'],
      ['Supported', 'replaces, timer, outbound'],
      ['Contact', contact],
    ] as const;
    return replyTo(request, '200 OK', abilities);
  }

  function challengeTo(request: SipMessage): string {
    const challenge = 'Digest realm="anything", nonce="chosen-by-the-customer"';
    return replyTo(request, '401 Unauthorized', [['WWW-Authenticate', challenge]]);
  }

  function replyTo(request: SipMessage, status: string, headers: readonly (readonly [string, string])[]): string {
    const copied = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].flatMap((name) =>
      request.headers(name).map((value) => [name, value] as const),
    );
    return writeSip(`SIP/2.0 ${status}`, [...copied, ...headers]);
  }
}

/** The proof that a challenge asks for (RFC 2617 §3.2.2) with MD5 and qop=auth. */
export function digest(given: {
  challenge: string;
  method: string;
  uri: string;
  username: string;
  password: string;
}): string {
  const field = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(given.challenge)?.[1] ?? '';
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const [realm, nonce, cnonce] = [field('realm'), field('nonce'), randomBytes(4).toString('hex')];
  const secret = md5(`${given.username}:${realm}:${given.password}`);
  const response = md5(`${secret}:${nonce}:00000001:${cnonce}:auth:${md5(`${given.method}:${given.uri}`)}`);
  return `Digest username="${given.username}", realm="${realm}", nonce="${nonce}", uri="${given.uri}", response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="${cnonce}"`;
}
