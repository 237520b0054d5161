import { randomBytes, randomUUID } from 'node:crypto';
import type { EngineBed } from './engine-bed.ts';
import { carrierAnswer } from './sdp.ts';
import { type SipMessage, uriOf, writeSip } from './sip-message.ts';

type Headers = readonly (readonly [string, string])[];

/** A call that the first trunk has placed to a number of ours. */
export type CallFromTrunk = {
  readonly callId: string;
  /** What the trunk has heard of it so far. */
  heard(): SipMessage[];
  /** Its answer, once there is one. */
  answered(): SipMessage | undefined;
  /** Gives it up before the answer. */
  cancel(headers?: Headers): void;
};

/** What the INVITE of such a call says. */
export type TrunkCallOptions = {
  from?: string;
  headers?: Headers;
  body?: string;
  /** Parameters of its Via, after the branch. */
  viaParameters?: string;
};

const via = (port: number, branch: string) => `SIP/2.0/UDP 127.0.0.1:${port};branch=${branch}`;
const newBranch = () => `z9hG4bK${randomBytes(8).toString('hex')}`;

/** Calls this number from the first trunk, with an offer unless `body` is empty. */
export function callFromTrunk(
  { trunkA, stack }: EngineBed,
  number: string,
  {
    from = '<sip:+447700900001@127.0.0.1>',
    headers = [],
    body = carrierAnswer(trunkA.port),
    viaParameters = '',
  }: TrunkCallOptions = {},
): CallFromTrunk {
  const callId = randomUUID();
  const { port } = trunkA;
  const branch = newBranch();
  const say = (method: string, more: Headers, text = '') =>
    trunkA.send(
      writeSip(
        `${method} sip:${number}@127.0.0.1:${stack.ports.carrierSide} SIP/2.0`,
        [
          ['Via', `${via(port, branch)}${viaParameters}`],
          ['Max-Forwards', '70'],
          ['From', `${from};tag=trunk`],
          ['To', `<sip:${number}@127.0.0.1>`],
          ['Call-ID', callId],
          ['CSeq', `1 ${method}`],
          ...more,
        ],
        text,
      ),
    );
  const contact = ['Contact', `<sip:trunk@127.0.0.1:${port}>`] as const;
  const type = body === '' ? [] : [['Content-Type', 'application/sdp'] as const];
  say('INVITE', [...headers, contact, ...type], body);
  const heard = () => trunkA.received.all.filter((message) => message.callId === callId);
  return {
    callId,
    heard,
    answered: () => heard().find(({ status }) => status === 200),
    cancel: (more = []) => say('CANCEL', more),
  };
}

/** A request of the trunk within a call that it placed. */
export function saysWithin(
  { trunkA }: EngineBed,
  method: string,
  about: { callId: string; answer: SipMessage | undefined; cseq: number; body?: string; contentType?: string },
): void {
  const { callId, answer, cseq, body = '', contentType = 'application/sdp' } = about;
  if (answer === undefined) throw new Error('the call was answered');
  const { port } = trunkA;
  const text = writeSip(
    `${method} ${uriOf(answer.header('Contact'))} SIP/2.0`,
    [
      ['Via', via(port, newBranch())],
      ['Max-Forwards', '70'],
      ...answer
        .headers('Record-Route')
        .toReversed()
        .map((route) => ['Route', route] as const),
      ['From', answer.header('From')],
      ['To', answer.header('To')],
      ['Call-ID', callId],
      ['CSeq', `${cseq} ${method}`],
      ['Contact', `<sip:trunk@127.0.0.1:${port}>`],
      ...(body === '' ? [] : [['Content-Type', contentType] as const]),
    ],
    body,
  );
  trunkA.send(text);
}
