import { createHmac, randomBytes } from 'node:crypto';
import { createInbox, type Inbox } from '../../../../voice/testbed/inbox.ts';
import { readSip, type SipMessage, uriOf, writeSip } from '../../../../voice/testbed/sip-message.ts';
import { digest } from '../../../../voice/testbed/websocket-caller.ts';
import { openSipLine, type SipLine } from './sip-line.ts';
import { openVoiceMedia, type VoiceMedia } from './voice-media.ts';

/** A telephone that places calls with plain RTP: it speaks a tone, unless it `says` nothing, listens, and notes when the far side hangs up. */
export type TalkingPhone = {
  place(call: CallToPlace): Promise<PhoneCall>;
  close(): void;
};

/** A call to place; `call` is the server's id of it, where it was initiated there. */
export type CallToPlace = {
  number: string;
  call: string;
  /** False: no answer is ever acknowledged. */
  acknowledges?: boolean;
  /** `nothing`: it never sends a packet of sound. */
  says?: 'tone' | 'nothing';
  /** The last word about what opens the call. */
  edit?: Edit;
};

export type Edit = (text: string) => string;
export type WithinCall = { cseq?: number; body?: string; edit?: Edit };

export type PhoneCall = {
  readonly sipCallId: string;
  readonly received: Inbox<SipMessage>;
  readonly media: VoiceMedia;
  /** The final response, and when it came; the phone speaks from then on if it is an answer. */
  final(withinMs?: number): Promise<{ status: number; reason: string; retryAfter: string; at: number }>;
  /** When the engine's BYE came. */
  hungUp(withinMs: number): Promise<number>;
  bye(): void;
  /** Hangs up over a connection of its own, as when the call's is lost; the status that it hears. */
  byeOverAnotherLine(): Promise<number>;
  cancel(): void;
  /** Offers the same media again within the call; `sendonly` puts the far side on hold (RFC 3264 §8.4). */
  offerAgain(method: 'INVITE' | 'UPDATE', way?: 'sendrecv' | 'sendonly'): void;
  /** A request within the call as it would be sent, in the early dialog as well: for whoever says it. */
  words(method: string, changes?: WithinCall): string;
  /** Sends such a request; what it hears within two seconds, or null. */
  say(method: string, changes?: WithinCall): Promise<SipMessage | null>;
  /** Sends anything over the line of the call. */
  send(text: string): void;
  /** What opened the call, as it was sent last. */
  invite(): string;
};

const HEARS_WITHIN_MS = 2_000;

/** Opens a line to the engine for a user, with the credentials that the server gave, or made as it makes them. */
export async function connectPhone(
  { ports, sip }: { ports: { browsers: number }; sip: { realm: string; secret: string } },
  userId: string,
  credentials = madeCredentials(userId, sip.secret),
): Promise<TalkingPhone> {
  const another = async () => await openSipLine(ports.browsers);
  return phoneOn(await another(), { realm: sip.realm, userId, credentials, another });
}

/** A phone on a line to the engine; `another` opens a further line to the same place. */
export function phoneOn(
  line: SipLine,
  who: {
    realm: string;
    userId: string;
    credentials: { username: string; password: string };
    another: () => Promise<SipLine>;
  },
): TalkingPhone {
  const { realm, userId } = who;
  const { username, password } = who.credentials;
  const contact = `<sip:phone@${line.address};transport=${line.transport.toLowerCase()}>`;
  const calls = new Map<string, (message: SipMessage) => void>();
  const open: VoiceMedia[] = [];
  line.listen((message) => calls.get(message.callId)?.(message));

  return {
    place: async (wanted) => {
      const media = await openVoiceMedia();
      open.push(media);
      return place(wanted, media);
    },
    close: () => {
      line.close();
      for (const media of open) media.close();
    },
  };

  function place(wanted: CallToPlace, media: VoiceMedia): PhoneCall {
    const uri = `sip:${wanted.number}@${realm}`;
    const sipCallId = randomBytes(11).toString('hex');
    const from = `<sip:${userId}@${realm}>;tag=${randomBytes(5).toString('hex')}`;
    const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
    const arrivals = new WeakMap<SipMessage, number>();
    let cseq = 1;
    /** The CSeq of what opens the call: others may be said while it rings. */
    let opened = cseq;
    let answer: SipMessage | null = null;
    let ringing: SipMessage | null = null;
    let inviteBranch = branch();
    let opening = '';

    calls.set(sipCallId, (message) => {
      arrivals.set(message, Date.now());
      received.add(message);
      if (message.method !== null) {
        if (message.method === 'BYE') media.fallSilent();
        if (message.method !== 'ACK') line.send(okTo(message));
        return;
      }
      if (message.status > 100 && message.status < 200) ringing ??= message;
      if (!message.cseq.endsWith('INVITE') || message.status < 200) return;
      if (message.status < 300) {
        answer ??= message;
        if (wanted.acknowledges !== false) line.send(within('ACK', Number.parseInt(message.cseq, 10)));
        if (wanted.says !== 'nothing') media.speakTo(mediaAddress(message.body));
        return;
      }
      line.send(first('ACK', { to: message.header('To') }));
      if (message.status === 407) authenticate(message);
    });
    open(first('INVITE', { body: offer(media.port) }));

    const final = async (withinMs?: number) => {
      const message = await received.next(
        'the final response',
        ({ status, cseq: number }) => status >= 200 && status !== 407 && number === `${opened} INVITE`,
        withinMs,
      );
      return { ...wordsOf(message), at: arrivals.get(message) ?? 0 };
    };
    return {
      sipCallId,
      received,
      media,
      final,
      hungUp: async (withinMs) =>
        arrivals.get(await received.next('BYE', ({ method }) => method === 'BYE', withinMs)) ?? 0,
      bye: () => {
        media.fallSilent();
        line.send(within('BYE', ++cseq));
      },
      byeOverAnotherLine: async () => {
        const other = await who.another();
        const status = new Promise<number>((resolve) => other.listen((message) => resolve(message.status)));
        other.send(within('BYE', ++cseq, { address: other.address }));
        return await status.finally(() => other.close());
      },
      cancel: () => line.send(first('CANCEL', {})),
      offerAgain: (method, way) => line.send(within(method, ++cseq, { body: offer(media.port, way) })),
      words: (method, changes) => changed(method, changes),
      say: async (method, changes) => {
        const text = changed(method, changes);
        line.send(text);
        const { cseq: wantedCSeq } = readSip(text);
        return await received
          .next(`the answer to ${method}`, (each) => each.status >= 200 && each.cseq === wantedCSeq, HEARS_WITHIN_MS)
          .catch(() => null);
      },
      send: (text) => line.send(text),
      invite: () => opening,
    };

    function open(invite: string): void {
      opening = wanted.edit?.(invite) ?? invite;
      line.send(opening);
    }

    function changed(method: string, { cseq: given, body, edit = (text) => text }: WithinCall = {}): string {
      return edit(within(method, given ?? ++cseq, body === undefined ? {} : { body }));
    }

    function authenticate(challenge: SipMessage): void {
      cseq += 1;
      opened = cseq;
      inviteBranch = branch();
      const authorization = digest({
        challenge: challenge.header('Proxy-Authenticate'),
        method: 'INVITE',
        uri,
        username,
        password,
      });
      open(first('INVITE', { body: offer(media.port), more: [['Proxy-Authorization', authorization]] }));
    }

    function first(method: string, request: { to?: string; body?: string; more?: [string, string][] }): string {
      const { to, body = '', more = [] } = request;
      return writeSip(
        `${method} ${uri} SIP/2.0`,
        [
          ['Via', `SIP/2.0/${line.transport} ${line.address};branch=${inviteBranch};rport`],
          ['Max-Forwards', '69'],
          ['To', to ?? `<${uri}>`],
          ['From', from],
          ['Call-ID', sipCallId],
          ['CSeq', `${cseq} ${method}`],
          ['Contact', contact],
          ...(method === 'INVITE' ? [['X-Farline-Call', wanted.call] as const] : []),
          ...more,
          ...(body === '' ? [] : [['Content-Type', 'application/sdp'] as const]),
        ],
        body,
      );
    }

    function within(method: string, number: number, request: { body?: string; address?: string } = {}): string {
      const { body = '', address = line.address } = request;
      const dialog = answer ?? ringing;
      if (dialog === null) throw new Error(`${method} before anybody rang`);
      return writeSip(
        `${method} ${uriOf(dialog.header('Contact'))} SIP/2.0`,
        [
          ['Via', `SIP/2.0/${line.transport} ${address};branch=${branch()};rport`],
          ['Max-Forwards', '69'],
          ...dialog
            .headers('Record-Route')
            .toReversed()
            .map((route) => ['Route', route] as const),
          ['To', dialog.header('To')],
          ['From', from],
          ['Call-ID', sipCallId],
          ['CSeq', `${number} ${method}`],
          ['Contact', contact],
          ...(body === '' ? [] : [['Content-Type', 'application/sdp'] as const]),
        ],
        body,
      );
    }
  }

  function okTo(request: SipMessage): string {
    return writeSip('SIP/2.0 200 OK', [
      ...request.headers('Via').map((value) => ['Via', value] as const),
      ['From', request.header('From')],
      ['To', request.header('To')],
      ['Call-ID', request.callId],
      ['CSeq', request.cseq],
      ['Contact', contact],
    ]);
  }
}

function madeCredentials(userId: string, secret: string): { username: string; password: string } {
  const username = `${Math.floor(Date.now() / 1000) + 600}:${userId}`;
  return { username, password: createHmac('sha1', secret).update(username).digest('base64') };
}

const branch = () => `z9hG4bK${randomBytes(8).toString('hex')}`;

function offer(port: number, way: 'sendrecv' | 'sendonly' = 'sendrecv'): string {
  return [
    'v=0',
    'o=phone 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    `a=${way}`,
    '',
  ].join('\r\n');
}

/** Where a description wants its sound. */
export function mediaAddress(sdp: string): { host: string; port: number } {
  return {
    host: /^c=IN IP4 (\S+)/m.exec(sdp)?.[1] ?? '127.0.0.1',
    port: Number(/^m=audio (\d+)/m.exec(sdp)?.[1] ?? 0),
  };
}

const wordsOf = (reply: SipMessage) => ({
  status: reply.status,
  reason: reply.header('X-Farline-Reason'),
  retryAfter: reply.header('Retry-After'),
});
