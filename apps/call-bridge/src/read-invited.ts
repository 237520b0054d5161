import { headersOf } from '@farline/sip-endpoint/signalling';
import { type Leg, type Placement, USUAL_HOPS } from './leg.ts';
import { uriIn } from './requests.ts';

/** A call that the engine placed to us, to be forwarded. */
export type Invited = {
  invite: string;
  /** The same with our tag: what its answers are made of. */
  tagged: string;
  dialog: Parameters<typeof Leg.answering>[1];
  placement: Placement;
};

/** The number, and the user and password that may call it once: words of the server, which the engine passes on. */
const FORWARD = /^(\+[1-9]\d{6,14}) ([\w:.-]{1,100}) ([\w+/=]{1,100})$/;
const WORD = /^[^\s<>"]+$/;

/** What an INVITE of the engine says of a call that is to be forwarded; null for what is none. */
export function readInvited(invite: string, tag: string): Invited | null {
  const [, number, username, password] = FORWARD.exec(headersOf(invite, 'X-Farline-Forward')[0] ?? '') ?? [];
  const [from = '', to = ''] = ['From', 'To'].map((name) => headersOf(invite, name)[0] ?? '');
  const [sipCallId = ''] = headersOf(invite, 'Call-ID');
  const fromTag = /;tag=([^;\s]+)/i.exec(from)?.[1] ?? '';
  const target = uriIn(headersOf(invite, 'Contact')[0] ?? '');
  const realm = /^sips?:[^@\s]*@([^;:?\s]+)/i.exec(uriIn(to))?.[1] ?? '';
  const words = [sipCallId, fromTag, target, uriIn(from), uriIn(to), realm];
  if (number === undefined || username === undefined || password === undefined) return null;
  if (!words.every((word) => WORD.test(word))) return null;
  return {
    invite,
    tagged: invite.replace(/^(To|t)([ \t]*:[^\r\n]*)/im, (line) => `${line};tag=${tag}`),
    // Whoever is called speaks the other way round (RFC 3261 §12.1.1).
    dialog: {
      sipCallId,
      fromTag: tag,
      toTag: fromTag,
      fromUri: uriIn(to),
      toUri: uriIn(from),
      target,
      routes: headersOf(invite, 'Record-Route').flatMap((value) => value.split(',').map(uriIn)),
    },
    placement: { uri: `sip:${number}@${realm}`, realm, username, password, hops: hopsLeft(invite) },
  };
}

/** One less than the call has left. */
function hopsLeft(invite: string): number {
  const hops = Number(headersOf(invite, 'Max-Forwards')[0] ?? USUAL_HOPS);
  return Number.isInteger(hops) && hops > 0 && hops <= USUAL_HOPS ? hops - 1 : USUAL_HOPS - 1;
}
