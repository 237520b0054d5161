import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { type Inbox, createInbox } from './inbox.ts';
import { carrierAnswer } from './sdp.ts';
import { type SipMessage, readSip, uriOf, writeSip } from './sip-message.ts';

/** A trunk's side of one INVITE, with the means to say what a test wants said. */
export type TrunkLeg = {
  readonly invite: SipMessage;
  /** A response to the INVITE, with a body of ours for 183 and 200 and one To tag throughout if none is given. */
  reply(status: number, phrase?: string, options?: { withoutBody?: boolean; toTag?: string }): void;
  /** A request within the dialog, by the far side; `to` is the Contact that the far side knows, the INVITE's one without. */
  request(method: string, options?: { body?: string; to?: string }): SipMessage;
};

export type Script = (leg: TrunkLeg) => void | Promise<void>;

/** A carrier on UDP that keeps every byte it received, and plays a script for each INVITE by the dialled number. */
export type ScriptedTrunk = {
  readonly port: number;
  readonly received: Inbox<SipMessage>;
  readonly legs: Inbox<TrunkLeg>;
  /** What to do when this number is dialled; the number must be its own in each test. */
  script(number: string, script: Script): void;
  /** Sends anything from the trunk's address. */
  send(text: string): void;
  close(): void;
};

/** Starts the trunk on a free port. `enginePort` is Kamailio's carrier side. */
export async function startScriptedTrunk(enginePort: number): Promise<ScriptedTrunk> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
  const legs = createInbox<TrunkLeg>((leg) => leg.invite.uri);
  const scripts = new Map<string, Script>();
  const known = new Set<string>();

  socket.on('message', (bytes) => {
    const message = readSip(bytes.toString());
    received.add(message);
    if (message.method === null || message.method === 'ACK') return;
    if (message.method !== 'INVITE' || message.toTag !== '') {
      send(respond(message, 200, 'OK', { body: message.method === 'INVITE' ? carrierAnswer(port) : '' }));
      return;
    }
    // A repetition over UDP is not a second call.
    const branch = message.header('Via');
    if (known.has(branch)) return;
    known.add(branch);
    const leg = openLeg(message);
    legs.add(leg);
    const number = /^sip:([^@]+)@/.exec(message.uri)?.[1] ?? '';
    void scripts.get(number)?.(leg);
  });

  return {
    port,
    received,
    legs,
    script: (number, script) => scripts.set(number, script),
    send,
    close: () => socket.close(),
  };

  function send(text: string): void {
    socket.send(text, enginePort, '127.0.0.1');
  }

  function respond(request: SipMessage, status: number, phrase: string, options: { toTag?: string; body?: string }) {
    const to = request.header('To');
    return writeSip(
      `SIP/2.0 ${status} ${phrase}`,
      [
        ...request.headers('Via').map((via) => ['Via', via] as const),
        ...request.headers('Record-Route').map((route) => ['Record-Route', route] as const),
        ['From', request.header('From')],
        ['To', options.toTag === undefined || to.includes('tag=') ? to : `${to};tag=${options.toTag}`],
        ['Call-ID', request.callId],
        ['CSeq', request.cseq],
        ['Contact', `"Carrier’s Box" <sip:carrier@127.0.0.1:${port}>;+sip.instance="<urn:uuid:00a0c9carrier>"`],
        ['X-Carrier-Secret', 'not for browsers'],
        ...(options.body ? [['Content-Type', 'application/sdp'] as const] : []),
      ],
      options.body,
    );
  }

  function openLeg(invite: SipMessage): TrunkLeg {
    const toTag = randomBytes(6).toString('hex');
    let cseq = 100;
    return {
      invite,
      reply(status, phrase = 'Reply', options = {}) {
        const hasBody = !options.withoutBody && (status === 183 || (status >= 200 && status < 300));
        send(
          respond(
            invite,
            status,
            phrase,
            status === 100 ? {} : { toTag: options.toTag ?? toTag, ...(hasBody ? { body: carrierAnswer(port) } : {}) },
          ),
        );
      },
      request(method, { body = '', to = invite.header('Contact') } = {}) {
        const text = writeSip(
          `${method} ${uriOf(to)} SIP/2.0`,
          [
            ['Via', `SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${randomBytes(8).toString('hex')}`],
            ['Max-Forwards', '70'],
            ...invite.headers('Record-Route').map((route) => ['Route', route] as const),
            ['From', `${invite.header('To')};tag=${toTag}`],
            ['To', invite.header('From')],
            ['Call-ID', invite.callId],
            ['CSeq', `${++cseq} ${method}`],
            ['Contact', `<sip:carrier@127.0.0.1:${port}>`],
            ...(body === '' ? [] : [['Content-Type', 'application/sdp'] as const]),
          ],
          body,
        );
        send(text);
        return readSip(text);
      },
    };
  }
}
