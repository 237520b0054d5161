import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openSipLine } from '../../../apps/server/tests/testbed/sip-line.ts';
import type { PhoneCall } from '../../../apps/server/tests/testbed/talking-phone.ts';
import type { SipMessage } from '../../../voice/testbed/sip-message.ts';
import { digest } from '../../../voice/testbed/websocket-caller.ts';
import type { Bed } from './bed.ts';

const ANSWERED_WITHIN_MS = 10_000;
const TRIES = 3;

export type Talk = { userId: string; call: PhoneCall; isLineLost: boolean };

export const isHungUp = ({ received }: PhoneCall) => received.all.some(({ method }) => method === 'BYE');

/** Hangs up, or gives up what was not answered. Whose line is lost comes by another one, and is asked who they are. */
export async function hangUp(bed: Bed, { userId, call, isLineLost }: Talk): Promise<void> {
  const final = call.received.all.find(
    ({ status, cseq }) => status >= 200 && status !== 407 && cseq.endsWith('INVITE'),
  );
  if (final === undefined) call.cancel();
  else if (final.status !== 200 || isHungUp(call)) return;
  else if (!isLineLost) call.bye();
  else await byeOverAnotherLine(bed, userId, call);
}

async function byeOverAnotherLine(bed: Bed, userId: string, call: PhoneCall): Promise<void> {
  call.media.fallSilent();
  const line = await openSipLine(bed.stack.ports.browsers);
  try {
    let heard: SipMessage | null = null;
    for (let tries = 1; tries <= TRIES && (heard === null || heard.status === 407); tries += 1) {
      const proof = heard === null ? '' : `Proxy-Authorization: ${proofFor(bed, userId, { heard, call })}\r\n`;
      const bye = call.words('BYE', { edit: (text) => text.replace('\r\nContact:', `\r\n${proof}Contact:`) });
      const answer = new Promise<SipMessage>((resolve) => line.listen(resolve));
      line.send(bye);
      heard = await Promise.race([answer, wait(ANSWERED_WITHIN_MS, null)]);
    }
  } finally {
    line.close();
  }
}

/** As the server gives credentials. */
function proofFor(bed: Bed, userId: string, { heard, call }: { heard: SipMessage; call: PhoneCall }): string {
  const username = `${Math.floor(Date.now() / 1000) + 600}:${userId}`;
  const password = createHmac('sha1', bed.stack.sip.secret).update(username).digest('base64');
  const uri = /^BYE (\S+) /.exec(call.words('BYE'))?.[1] ?? '';
  return digest({ challenge: heard.header('Proxy-Authenticate'), method: 'BYE', uri, username, password });
}
