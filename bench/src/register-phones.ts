import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createInbox } from '../../voice/testbed/inbox.ts';
import { readSip, type SipMessage, writeSip } from '../../voice/testbed/sip-message.ts';
import { digest } from '../../voice/testbed/websocket-caller.ts';
import { inTurns } from './api.ts';

const HERE = '127.0.0.1';
const AT_ONCE = 10;
const SECONDS = 3600;

/** Who registers; `password` null: nobody asks for a proof. */
export type Registering = { user: string; realm: string; password: string | null };

/**
 * Registers all of them from one UDP port, where they are called from then on by whoever listens there. Nothing is sent again: loopback
 * loses nothing.
 */
export async function registerPhones(
  phones: readonly Registering[],
  { port, registrarPort }: { port: number; registrarPort: number },
): Promise<void> {
  const socket = createSocket('udp4');
  socket.bind(port, HERE);
  await once(socket, 'listening');
  const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
  socket.on('message', (bytes) => {
    const message = readSip(bytes.toString());
    if (message.method === null) received.add(message);
    else if (message.callId !== '') socket.send(accepted(message), registrarPort, HERE);
  });
  try {
    await inTurns(phones, AT_ONCE, async (phone) => await register(phone, { socket, port, registrarPort, received }));
  } finally {
    socket.close();
  }
}

type Line = {
  socket: Socket;
  port: number;
  registrarPort: number;
  received: ReturnType<typeof createInbox<SipMessage>>;
};

async function register({ user, realm, password }: Registering, line: Line): Promise<void> {
  const [callId, tag, uri] = [randomBytes(8).toString('hex'), randomBytes(5).toString('hex'), `sip:${realm}`];
  const ask = async (cseq: number, more: [string, string][]) => {
    const text = writeSip(`REGISTER ${uri} SIP/2.0`, [
      ['Via', `SIP/2.0/UDP ${HERE}:${line.port};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`],
      ['Max-Forwards', '70'],
      ['From', `<sip:${user}@${realm}>;tag=${tag}`],
      ['To', `<sip:${user}@${realm}>`],
      ['Call-ID', callId],
      ['CSeq', `${cseq} REGISTER`],
      ['Contact', `<sip:${encodeURIComponent(user)}@${HERE}:${line.port}>`],
      ['Expires', String(SECONDS)],
      ...more,
    ]);
    line.socket.send(text, line.registrarPort, HERE);
    return await line.received.next(
      `the registrar's word for ${user}`,
      (message) => message.callId === callId && message.cseq === `${cseq} REGISTER` && message.status >= 200,
      20_000,
    );
  };
  let answer = await ask(1, []);
  if (answer.status === 401 && password !== null) {
    const challenge = answer.header('WWW-Authenticate');
    const proof = digest({ challenge, method: 'REGISTER', uri, username: user, password });
    answer = await ask(2, [['Authorization', proof]]);
  }
  if (answer.status !== 200) throw new Error(`${user} was not registered: ${answer.status} ${answer.phrase}`);
}

function accepted(request: SipMessage): string {
  const copied = (name: string) => request.headers(name).map((value) => [name, value] as const);
  return writeSip('SIP/2.0 200 OK', ['Via', 'From', 'To', 'Call-ID', 'CSeq'].flatMap(copied));
}
