import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createGate, type Gate, type GateOptions, type Verdict } from './digest-gate.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { readSip, type SipMessage, writeSip } from './sip-message.ts';

/** A carrier's registrar on UDP: it asks who we are, and says of those who have proved it what a test wants said. */
export type ScriptedRegistrar = {
  readonly port: number;
  readonly received: Inbox<SipMessage>;
  readonly gate: Gate;
  /** What the next one hears who has proved who it is; usually its Contact, for a minute. Null: nothing. */
  says(verdict: (request: SipMessage) => Verdict | null): void;
  close(): void;
};

/** Starts it on a free port. */
export async function startScriptedRegistrar(options: GateOptions): Promise<ScriptedRegistrar> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const received = createInbox<SipMessage>((message) => `${message.cseq} ${message.uri}`);
  const gate = createGate(options);
  const heard = new Map<string, string | null>();
  let verdictOf = (request: SipMessage): Verdict | null => keeps(request, 60);

  socket.on('message', (bytes, { port, address }) => {
    const request = readSip(bytes.toString());
    if (request.method !== 'REGISTER') return;
    // A repetition over UDP is no second request.
    const transaction = request.header('Via');
    if (!heard.has(transaction)) {
      received.add(request);
      const verdict = gate.judge(request) ?? verdictOf(request);
      heard.set(transaction, verdict === null ? null : reply(request, verdict));
    }
    const text = heard.get(transaction) ?? null;
    if (text !== null) socket.send(text, port, address);
  });

  return {
    port: socket.address().port,
    received,
    gate,
    says: (verdict) => void (verdictOf = verdict),
    close: () => socket.close(),
  };
}

/** 200 with the Contact for so long, beside one of somebody else. */
export function keeps(request: SipMessage, seconds: number): Verdict {
  const contacts = [`<sip:somebody@192.0.2.9:5060>;expires=7`, `${request.header('Contact')};expires=${seconds}`];
  return { status: 200, phrase: 'OK', headers: contacts.map((contact) => ['Contact', contact] as const) };
}

function reply(request: SipMessage, { status, phrase, headers = [] }: Verdict): string {
  return writeSip(`SIP/2.0 ${status} ${phrase}`, [
    ...request.headers('Via').map((via) => ['Via', via] as const),
    ['From', request.header('From')],
    ['To', `${request.header('To')};tag=${randomBytes(6).toString('hex')}`],
    ['Call-ID', request.callId],
    ['CSeq', request.cseq],
    ...headers,
  ]);
}
