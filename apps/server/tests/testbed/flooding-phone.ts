import { randomBytes } from 'node:crypto';
import { type SipMessage, writeSip } from '../../../../voice/testbed/sip-message.ts';
import { carrierAnswer } from '../../../../voice/testbed/sdp.ts';
import { digest } from '../../../../voice/testbed/websocket-caller.ts';
import { openUdpLine } from './sip-line.ts';

/** What became of an INVITE: its final response, and the reason that the engine gives. */
export type Refused = { status: number; reason: string };

/** A SIP phone with the right password that places call after call, at an even pace, whatever it is answered. */
export type FloodingPhone = {
  /** How many INVITEs it has sent, not counting those that only asked for a challenge. */
  placed(): number;
  /** What each was answered that has been answered with its proof. */
  readonly answers: readonly Refused[];
  /** Places no further calls. */
  rest(): void;
  close(): void;
};

const REALM = 'farline.local';
/** Nobody hears what is sent there. */
const SILENT_PORT = 9;

/** Begins at once, at an address of loopback of its own: one address alone is bounded by Kamailio's flood guard, before anybody is asked. */
export async function openFloodingPhone(options: {
  port: number;
  address: string;
  username: string;
  password: string;
  number: string;
  callsPerSecond: number;
}): Promise<FloodingPhone> {
  const { address, username, password, number } = options;
  const line = await openUdpLine(options.port, { host: address });
  const uri = `sip:${number}@${REALM}`;
  const answers: Refused[] = [];
  const open = new Set<string>();
  let placed = 0;

  const say = (request: Said) => line.send(requestOf({ uri, username, address: line.address, ...request }));
  const invite = (callId: string, cseq: number, proof: string | null) => {
    const via = `SIP/2.0/UDP ${line.address};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`;
    say({ method: 'INVITE', callId, cseq, to: `<${uri}>`, via, proof });
  };

  const hear = (response: SipMessage) => {
    if (response.method !== null || response.status < 200 || !response.cseq.endsWith('INVITE')) return;
    const { callId, status } = response;
    const cseq = Number.parseInt(response.cseq, 10);
    say({ method: 'ACK', callId, cseq, to: response.header('To'), via: response.header('Via'), proof: null });
    if (status === 407 && cseq === 1) {
      const challenge = response.header('Proxy-Authenticate');
      invite(callId, 2, digest({ challenge, method: 'INVITE', uri, username, password }));
      return;
    }
    // It comes again until its ACK has come.
    if (open.delete(callId)) answers.push({ status, reason: response.header('X-Farline-Reason') });
  };
  line.listen(hear);
  const pacing = setInterval(() => {
    const callId = randomBytes(11).toString('hex');
    open.add(callId);
    placed += 1;
    invite(callId, 1, null);
  }, 1000 / options.callsPerSecond);

  return {
    placed: () => placed,
    answers,
    rest: () => clearInterval(pacing),
    close() {
      clearInterval(pacing);
      line.close();
    },
  };
}

type Said = { method: 'INVITE' | 'ACK'; callId: string; cseq: number; to: string; via: string; proof: string | null };

function requestOf(said: Said & { uri: string; username: string; address: string }): string {
  const { method, callId, proof, username } = said;
  const headers: [string, string][] = [
    ['Via', said.via],
    ['Max-Forwards', '70'],
    ['From', `<sip:${username}@${REALM}>;tag=${callId.slice(0, 10)}`],
    ['To', said.to],
    ['Call-ID', callId],
    ['CSeq', `${said.cseq} ${method}`],
    ['Contact', `<sip:${username}@${said.address}>`],
  ];
  if (proof !== null) headers.push(['Proxy-Authorization', proof]);
  if (method === 'INVITE') headers.push(['Content-Type', 'application/sdp']);
  return writeSip(`${method} ${said.uri} SIP/2.0`, headers, method === 'INVITE' ? carrierAnswer(SILENT_PORT) : '');
}
