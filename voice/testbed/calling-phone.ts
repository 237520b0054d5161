import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Inbox, createInbox } from './inbox.ts';
import { type SipMessage, readSip, uriOf, writeSip } from './sip-message.ts';
import { digest } from './websocket-caller.ts';

const REALM = 'farline.local';

export type PhoneCallOptions = {
  number: string;
  /** The SDP of the INVITE; none without. */
  offer?: string;
  /** What the ACK of the answer carries, as after an INVITE without offer. */
  answer?: (offered: string) => string;
  withoutContact?: boolean;
  /** The SDP with which offers within the call are answered; none without. */
  within?: string;
};

/** A phone's side of a call that it placed; it acknowledges every final response by itself. */
export type PhoneLeg = {
  readonly sipCallId: string;
  readonly received: Inbox<SipMessage>;
  /** The final response to the INVITE, the challenge apart. */
  final(withinMs?: number): Promise<SipMessage>;
  cancel(): void;
  /** A request within the dialog as it would be sent next, for somebody else to send. */
  written(method: string): string;
  /** A request within the dialog; resolves with its final response, or with that to its repetition where the first is lost (RFC 3261 §17.1.2). */
  request(
    method: string,
    options?: { body?: string; contentType?: string; isResponseLost?: boolean },
  ): Promise<SipMessage>;
};

/** A SIP phone on UDP that proves itself and places calls, with bare SIP messages. */
export type CallingPhone = {
  readonly username: string;
  readonly address: string;
  place(options: PhoneCallOptions): PhoneLeg;
  close(): void;
};

/** Opens it towards Kamailio's side of SIP phones, at an address of loopback. Requests that come in are answered with 200. */
export async function openCallingPhone(options: {
  port: number;
  username: string;
  password: string;
  address?: string;
}): Promise<CallingPhone> {
  const { username, password, address = '127.0.0.1' } = options;
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  const own = socket.address().port;
  const legs = new Map<string, (message: SipMessage) => void>();
  const send = (text: string) => socket.send(text, options.port, '127.0.0.1');
  socket.on('message', (bytes) => {
    const message = readSip(bytes.toString());
    legs.get(message.callId)?.(message);
  });
  const via = () => `SIP/2.0/UDP ${address}:${own};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`;
  const contact = ['Contact', `<sip:${username}@${address}:${own}>`] as const;
  return { username, address, place, close: () => socket.close() };

  function place({
    number,
    offer = '',
    answer,
    withoutContact = false,
    within: described = '',
  }: PhoneCallOptions): PhoneLeg {
    const uri = `sip:${number}@${REALM}`;
    const sipCallId = randomBytes(11).toString('hex');
    const from = `<sip:${username}@${REALM}>;tag=${randomBytes(5).toString('hex')}`;
    const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
    let inviteCseq = 1;
    let cseq = 1;
    let inviteVia = via();
    let answered: SipMessage | null = null;

    legs.set(sipCallId, (message) => {
      received.add(message);
      if (message.method !== null) {
        if (message.method !== 'ACK') send(okTo(message, message.method === 'INVITE' ? described : ''));
        return;
      }
      if (!message.cseq.endsWith('INVITE') || message.status < 200) return;
      if (message.status < 300) {
        answered ??= message;
        send(within('ACK', Number.parseInt(message.cseq, 10), answer?.(message.body) ?? ''));
        return;
      }
      send(first('ACK', message.header('To')));
      if (message.status === 407 && inviteCseq === 1) proveIt(message);
    });
    send(first('INVITE', `<${uri}>`, offer));

    return {
      sipCallId,
      received,
      final: async (withinMs) =>
        await received.next(
          'the final response',
          ({ status, cseq: about }) => status >= 200 && status !== 407 && about.endsWith('INVITE'),
          withinMs,
        ),
      cancel: () => send(first('CANCEL', `<${uri}>`)),
      written: (method) => within(method, ++cseq, ''),
      async request(method, { body = '', contentType, isResponseLost = false } = {}) {
        const about = ++cseq;
        const text = within(method, about, body, contentType);
        send(text);
        const lost = isResponseLost ? await responseTo(received, `${about} ${method}`) : undefined;
        if (lost !== undefined) send(text);
        return await responseTo(received, `${about} ${method}`, lost);
      },
    };

    function proveIt(challenge: SipMessage): void {
      inviteCseq = ++cseq;
      inviteVia = via();
      const proof = digest({
        challenge: challenge.header('Proxy-Authenticate'),
        ...{ method: 'INVITE', uri, username, password },
      });
      send(first('INVITE', `<${uri}>`, offer, [['Proxy-Authorization', proof]]));
    }

    function first(method: string, to: string, body = '', more: [string, string][] = []): string {
      return writeSip(
        `${method} ${uri} SIP/2.0`,
        [
          ...([['Via', inviteVia], ...constant(to, `${inviteCseq} ${method}`)] as const),
          ...(withoutContact ? [] : [contact]),
          ...more,
          ...(body === '' ? [] : [['Content-Type', 'application/sdp'] as const]),
        ],
        body,
      );
    }

    function within(method: string, about: number, body: string, contentType = 'application/sdp'): string {
      if (answered === null) throw new Error(`${method} after ${received.all.map(({ status }) => status).join()}`);
      const routes = answered.headers('Record-Route').toReversed();
      return writeSip(
        `${method} ${uriOf(answered.header('Contact'))} SIP/2.0`,
        [
          ...([['Via', via()], ...constant(answered.header('To'), `${about} ${method}`)] as const),
          ...routes.map((route) => ['Route', route] as const),
          contact,
          ...(body === '' ? [] : [['Content-Type', contentType] as const]),
        ],
        body,
      );
    }

    function constant(to: string, about: string): (readonly [string, string])[] {
      return [
        ['Max-Forwards', '70'],
        ['From', from],
        ['To', to],
        ['Call-ID', sipCallId],
        ['CSeq', about],
      ];
    }
  }

  function okTo(request: SipMessage, body: string): string {
    const copied = (name: string) => request.headers(name).map((value) => [name, value] as const);
    const type = body === '' ? [] : [['Content-Type', 'application/sdp'] as const];
    return writeSip(
      'SIP/2.0 200 OK',
      [...['Via', 'From', 'To', 'Call-ID', 'CSeq'].flatMap(copied), contact, ...type],
      body,
    );
  }
}

/** The final response to the request of this CSeq; another one than `lost`. */
async function responseTo(received: Inbox<SipMessage>, cseq: string, lost?: SipMessage): Promise<SipMessage> {
  return await received.next(
    `the response to ${cseq}`,
    (message) => message.status >= 200 && message.cseq === cseq && message !== lost,
  );
}
