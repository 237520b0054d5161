import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createInbox, type Inbox } from './inbox.ts';
import { carrierAnswer } from './sdp.ts';
import { readSip, type SipMessage, writeSip } from './sip-message.ts';

const REALM = 'farline.local';

type Headers = readonly (readonly [string, string])[];

export type PhoneInvite = { contact?: string; uri?: string; headers?: Headers; offer?: string };

/** To whom something is said, and within which dialog, instead of to the realm and outside any. */
export type About = {
  uri?: string;
  from?: string | undefined;
  fromTag?: string | undefined;
  toTag?: string | undefined;
  cseq?: number | undefined;
};

/** A desk phone on UDP, with bare SIP messages. */
export type UdpPhone = {
  /** Sends REGISTER, with or without the proof that a challenge asked for; resolves with its final response. */
  register(options: { proof?: string; contact?: string; expires?: number }): Promise<SipMessage>;
  /** Sends an INVITE, with or without a proof, and without a Contact if it is empty; resolves with its final response. */
  invite(options: PhoneInvite & { proof?: string }): Promise<SipMessage>;
  /** Sends an INVITE and answers its challenge; resolves with what it hears then. */
  call(password: string, options: PhoneInvite): Promise<SipMessage>;
  /** Sends any other request outside a call; resolves with its final response. */
  ask(method: string, headers?: Headers, about?: About): Promise<SipMessage>;
  /** The header that answers a challenge (RFC 2617 §3.2.2, MD5, qop=auth). */
  proofFor(challenge: SipMessage, password: string, options?: { hasQop?: boolean; method?: string }): string;
  /** Where it is, as its Contact says if nothing else is wanted. */
  readonly contact: string;
  readonly port: number;
  readonly received: Inbox<SipMessage>;
  /** Answers a call that came in, under this To tag. */
  answer(invite: SipMessage, toTag: string, body: string): void;
  /** Says anything else to a request that came in. */
  reply(request: SipMessage, status: number, options?: { toTag?: string; headers?: Headers; body?: string }): void;
  close(): void;
};

/** Opens the phone of this name, towards Kamailio's side of SIP phones, at an address of loopback. */
export async function openUdpPhone(options: {
  port: number;
  username: string;
  address?: string;
  from?: number;
}): Promise<UdpPhone> {
  const { port, username, address = '127.0.0.1' } = options;
  const socket = createSocket('udp4');
  socket.bind(options.from ?? 0, address);
  await once(socket, 'listening');
  const own = socket.address().port;
  const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
  socket.on('message', (bytes) => received.add(readSip(bytes.toString())));
  const callId = randomBytes(8).toString('hex');
  let cseq = 0;

  const ask = async (method: string, headers: Headers, body: string, about: About & { uri: string }) => {
    const number = about.cseq ?? ++cseq;
    const text = request(
      method,
      { headers, body, username, callId, here: `${address}:${own}` },
      { ...about, cseq: number },
    );
    socket.send(text, port, '127.0.0.1');
    return await received.next(
      `the response to ${method} ${number}`,
      (message) => message.status >= 200 && message.cseq === `${number} ${method}`,
    );
  };
  const say = (
    request: SipMessage,
    status: number,
    { toTag, headers = [], body = '' }: { toTag?: string; headers?: Headers; body?: string },
  ) => {
    const copied = (name: string) => request.headers(name).map((value) => [name, value] as const);
    const to = request.header('To');
    const text = writeSip(
      `SIP/2.0 ${status} Reply`,
      [
        ...['Via', 'Record-Route', 'From', 'Call-ID', 'CSeq'].flatMap(copied),
        ['To', toTag === undefined ? to : `${to};tag=${toTag}`],
        ['Contact', here],
        ...headers,
      ],
      body,
    );
    socket.send(text, port, '127.0.0.1');
  };
  const here = `<sip:${username}@${address}:${own}>`;

  const invite: UdpPhone['invite'] = async ({
    contact = here,
    uri = `sip:+447700900001@${REALM}`,
    headers = [],
    offer,
    proof,
  }) =>
    await ask(
      'INVITE',
      [
        ...(contact === '' ? [] : [['Contact', contact] as const]),
        ...headers,
        ...(proof === undefined ? [] : [['Proxy-Authorization', proof] as const]),
        ...(offer === '' ? [] : [['Content-Type', 'application/sdp'] as const]),
      ],
      offer ?? carrierAnswer(own),
      { uri },
    );
  const proofFor: UdpPhone['proofFor'] = (challenge, password, { hasQop = true, method = 'REGISTER' } = {}) => {
    const shown = challenge.header('WWW-Authenticate') + challenge.header('Proxy-Authenticate');
    const field = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(shown)?.[1] ?? '';
    const [nonce, cnonce, uri] = [field('nonce'), randomBytes(4).toString('hex'), `sip:${REALM}`];
    const middle = hasQop ? `${nonce}:00000001:${cnonce}:auth` : nonce;
    const response = md5(`${ha1({ username, password })}:${middle}:${md5(`${method}:${uri}`)}`);
    const words = `Digest username="${username}", realm="${REALM}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5`;
    return hasQop ? `${words}, qop=auth, nc=00000001, cnonce="${cnonce}"` : words;
  };

  return {
    register: async ({ proof, contact = here, expires = 120 }) =>
      await ask(
        'REGISTER',
        [
          ['Contact', contact],
          ['Expires', String(expires)],
          ...(proof === undefined ? [] : [['Authorization', proof] as const]),
        ],
        '',
        { uri: `sip:${REALM}` },
      ),
    invite,
    call: async (password, options) => {
      const challenge = await invite(options);
      if (challenge.status !== 407) return challenge;
      return await invite({ ...options, proof: proofFor(challenge, password, { method: 'INVITE' }) });
    },
    ask: async (method, headers = [], about = {}) => await ask(method, headers, '', { uri: `sip:${REALM}`, ...about }),
    proofFor,
    contact: here.slice(1, -1),
    port: own,
    received,
    answer: (invite, toTag, body) => say(invite, 200, { toTag, headers: [['Content-Type', 'application/sdp']], body }),
    reply: (request, status, options = {}) => say(request, status, options),
    close: () => socket.close(),
  };
}

/** What a server keeps of a phone's password. */
export const ha1 = ({ username, password }: { username: string; password: string }): string =>
  md5(`${username}:${REALM}:${password}`);

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** A request of this phone, as it stands on the wire. */
function request(
  method: string,
  said: { headers: Headers; body: string; username: string; callId: string; here: string },
  { uri = '', from = said.username, fromTag = randomBytes(5).toString('hex'), toTag, cseq = 1 }: About,
): string {
  return writeSip(
    `${method} ${uri} SIP/2.0`,
    [
      ['Via', `SIP/2.0/UDP ${said.here};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`],
      ['Max-Forwards', '70'],
      ['From', `<sip:${from}@${REALM}>;tag=${fromTag}`],
      ['To', `<sip:${said.username}@${REALM}>${toTag === undefined ? '' : `;tag=${toTag}`}`],
      ['Call-ID', said.callId],
      ['CSeq', `${cseq} ${method}`],
      ...said.headers,
    ],
    said.body,
  );
}
