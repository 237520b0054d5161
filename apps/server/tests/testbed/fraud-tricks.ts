import type { CalledWith } from './called-people.ts';
import { asFarSide } from './far-sides.ts';
import { aliasTo, contactAt, hops, otherToTag, routeTo, swapTags, withHeader } from './fraud-edits.ts';
import { BOTH_SILENT_SECONDS, type CallerKind, CALLERS, type Elsewhere, type Tricked } from './fraud-bed.ts';
import { LOGIN } from './give-login.ts';
import { type Edit, mediaAddress, type PhoneCall, type CallToPlace } from './talking-phone.ts';
import type { Address, Traps } from './traps.ts';
import { browserAnswer } from '../../../../voice/testbed/sdp.ts';
import { openVoiceMedia, type VoiceMedia } from './voice-media.ts';

/** Something that a caller, or somebody else, does in a call so as to talk for nothing, and the callers who try it. */
export type Trick = {
  name: string;
  /** `EVERYBODY`, if not given. */
  by?: CallerKind[];
  /** Who else of who is called there is; for those whom a trunk calls. */
  called?: CalledWith;
  /** How the call is opened. */
  opens?: (traps: Traps) => Omit<CallToPlace, 'number' | 'call'>;
  /** Done while it rings; the far side answers after some tenths of a second all the same. */
  whileItRings?: (call: Tricked) => unknown;
  /** Done once it is answered. */
  does?: (call: Tricked) => unknown;
  /** How much longer than we charge the far side may count, since it refused our first BYE; 0 without. */
  refusesForSeconds?: number;
};

/** All who have a far side that is scripted. */
export const EVERYBODY = (Object.keys(CALLERS) as CallerKind[]).filter((kind) => !/^(voicemail|menu)$/.test(kind));
const AND_ATTENDED: CallerKind[] = [...EVERYBODY, 'voicemail', 'menu'];
const CALLERS_OUT: CallerKind[] = ['browser', 'poor', 'sip_phone', 'guest'];
/** Whose calls we place with a carrier. */
const PLACED_BY: CallerKind[] = ['browser', 'poor', 'sip_phone', 'nobody', 'forwarded'];
/** Whose call ends by silence before it ends by money or by its limit. */
const TALKERS: CallerKind[] = ['browser', 'sip_phone', 'trunk', 'called_page', 'forwarded'];
const HIGHEST = 4_294_967_295;
/** What is above it leaves no room for ours (`CSEQ_WITHIN_REASON`). */
const HIGHEST_TAKEN = 2 ** 31 - 2 ** 16 - 1;

const says = (method: string, cseq?: number, edit?: Edit) => async (call: Tricked) =>
  await call.say(method, { ...(cseq === undefined ? {} : { cseq }), ...(edit === undefined ? {} : { edit }) });
/** Says it with where it would lead the engine written into it. */
const saysToTrap = (method: string, editFor: (trap: Address) => Edit) => async (call: Tricked) =>
  await says(method, undefined, editFor(call.traps.within))(call);
const opensToTrap =
  (editFor: (trap: Address) => Edit) =>
  ({ opening }: Traps) => ({ edit: editFor(opening) });

/** The words of the caller's BYE, from elsewhere; as the far side's, where that is who it claims to be. */
const byeFrom = (elsewhere: Elsewhere, claimsToBe: 'caller' | 'far side') => async (call: Tricked) => {
  const words = call.call.words('BYE');
  await call.sayFrom(elsewhere, claimsToBe === 'caller' ? words : asFarSide(words));
};

/** From now on the far side takes none of these without a password that it has told us. */
const asksFirst = (methods: string[], then: (call: Tricked) => unknown) => async (call: Tricked) => {
  call.farSide.guard(call.number.replace('+', ''), { ...LOGIN, methods });
  await then(call);
};

/** What a page answers with is nothing that a telephone would say. */
export const answerOf = ({ kind }: Tricked): { body?: string } =>
  kind === 'called_page' ? { body: browserAnswer() } : {};

const offers = (direction: string) => async (call: Tricked) => {
  const body = call.call
    .invite()
    .replace(/^[^]*?\r\n\r\n/, '')
    .replace('a=sendrecv', `a=${direction}`)
    .replace('o=phone 1 1', 'o=phone 1 2');
  await call.say('INVITE', { body, edit: withHeader('Content-Type: application/sdp') });
};

export const TRICKS: readonly Trick[] = [
  { name: 'BYE with a CSeq below the last', by: AND_ATTENDED, does: says('BYE', 1) },
  {
    name: 'INFO with a CSeq below the last, then BYE',
    does: async (call) => void (await says('INFO', 1)(call), await says('BYE')(call)),
  },
  ...['INFO', 'OPTIONS', 'UPDATE', 'INVITE', 'PRACK'].map((method) => ({
    name: `${method} with a CSeq below the last`,
    does: says(method, 1),
  })),
  { name: 'INFO with the CSeq of the INVITE', does: says('INFO', 2) },
  { name: 'INFO with the highest CSeq', does: says('INFO', HIGHEST) },
  { name: 'INFO with a CSeq of 2147483648', does: says('INFO', 2_147_483_648) },
  { name: 'INFO with a CSeq of 2147483647', does: says('INFO', 2_147_483_647) },
  { name: 'BYE with the highest CSeq', does: says('BYE', HIGHEST) },

  { name: 'BYE with Require', does: says('BYE', undefined, withHeader('Require: tomorrow')) },
  { name: 'BYE with Proxy-Require', does: says('BYE', undefined, withHeader('Proxy-Require: tomorrow')) },
  { name: 'INFO with Require', does: says('INFO', undefined, withHeader('Require: tomorrow')) },
  { name: 'BYE with no hop left', does: says('BYE', undefined, hops(0)) },
  { name: 'BYE with one hop left', does: says('BYE', undefined, hops(1)) },

  { name: 'BYE to a far side that asks who we are', by: PLACED_BY, does: asksFirst(['BYE'], says('BYE')) },
  {
    name: 'INFO with a CSeq far above the last, to a far side that asks who we are each time, then BYE',
    by: PLACED_BY,
    does: asksFirst(['INFO', 'BYE'], async (call) => void (await says('INFO', 500)(call), await says('BYE')(call))),
  },
  {
    name: 'INFO and OPTIONS at once, to a far side that asks who we are each time',
    by: PLACED_BY,
    does: asksFirst(['INFO', 'OPTIONS', 'BYE'], async (call) => {
      await Promise.all([says('INFO')(call), says('OPTIONS')(call)]);
    }),
  },

  { name: 'BYE with the tags swapped', by: AND_ATTENDED, does: says('BYE', undefined, swapTags) },
  { name: 'BYE with another To tag', does: says('BYE', undefined, otherToTag) },
  {
    name: 'BYE with a forged Route',
    does: saysToTrap('BYE', routeTo),
  },
  {
    name: 'BYE without a Route',
    does: says('BYE', undefined, (text) => text.replace(/^Route: .*\r\n/gm, '')),
  },
  { name: 'a Contact with an alias', by: CALLERS_OUT, opens: opensToTrap(aliasTo) },
  { name: 'a Contact elsewhere', by: CALLERS_OUT, opens: opensToTrap(contactAt) },
  { name: 'a re-INVITE with an alias in its Contact', does: saysToTrap('INVITE', aliasTo) },
  { name: 'a re-INVITE with a Contact elsewhere', by: CALLERS_OUT, does: saysToTrap('INVITE', contactAt) },

  ...(['phones', 'carriers', 'forged'] as const).flatMap((elsewhere): Trick[] => [
    {
      name: `BYE of the far side, from elsewhere (${elsewhere})`,
      by: ['sip_phone', 'browser'],
      does: byeFrom(elsewhere, 'far side'),
    },
    {
      name: `BYE of the caller, from elsewhere (${elsewhere})`,
      by: ['sip_phone', 'browser'],
      does: byeFrom(elsewhere, 'caller'),
    },
  ]),

  {
    name: 'thirty re-INVITEs at once',
    does: async (call) =>
      void (await Promise.all(Array.from({ length: 30 }, async () => await offers('sendrecv')(call)))),
  },
  { name: 'hold for ever', by: AND_ATTENDED, does: offers('inactive') },
  { name: 'hold that only sends, for ever', by: AND_ATTENDED, does: offers('sendonly') },
  {
    name: 'hold by who then is gone without a word',
    by: ['forwarded'],
    opens: () => ({ says: 'nothing' }),
    does: async (call) => {
      await offers('inactive')(call);
      await isCutForSilence(call);
    },
  },
  {
    name: 'CANCEL after the answer',
    by: [...CALLERS_OUT, 'forwarded', 'voicemail', 'menu'],
    does: ({ call }) => call.cancel(),
  },
  {
    name: 'CANCEL while it rings, which the far side answers all the same',
    by: [...CALLERS_OUT, 'trunk', 'called_page', 'forwarded'],
    whileItRings: ({ call }) => call.cancel(),
  },
  {
    name: 'CANCEL at the very moment of the answer',
    by: [...CALLERS_OUT, 'trunk', 'called_page', 'forwarded'],
    whileItRings: async (tricked) => {
      const { call, leg } = tricked;
      (await leg()).reply(200, 'OK', answerOf(tricked));
      call.cancel();
    },
  },
  {
    name: 'the far side’s answer twice',
    does: async (call) => (await call.leg()).reply(200),
  },
  {
    name: 'the far side’s answer twice, under another tag',
    does: async (call) => {
      const leg = await call.leg();
      leg.reply(200, 'OK', { toTag: `${leg.toTag}x` });
    },
  },
  {
    name: 'SUBSCRIBE to a lamp under the names of the call',
    does: says('SUBSCRIBE', undefined, withHeader('Event: message-summary')),
  },
  { name: 'BYE before the answer', whileItRings: says('BYE') },
  { name: 'no acknowledgement', by: AND_ATTENDED, opens: () => ({ acknowledges: false }) },
  {
    name: 'no acknowledgement, and INFO with the highest CSeq that is taken',
    // A guest hangs up by a number of their own, which would be below it.
    by: AND_ATTENDED.filter((kind) => kind !== 'guest'),
    opens: () => ({ acknowledges: false }),
    does: says('INFO', HIGHEST_TAKEN),
  },
  { name: 'no acknowledgement, then BYE', opens: () => ({ acknowledges: false }), does: says('BYE') },
  {
    name: 'BYE twice at once',
    does: async (call) => void (await Promise.all([call.say('BYE'), call.say('BYE')])),
  },
  {
    name: 'not a packet of sound',
    by: [...TALKERS, 'voicemail'],
    opens: () => ({ says: 'nothing' }),
    does: isCutForSilence,
  },
  {
    name: 'not a packet of sound, but those of a stranger',
    by: TALKERS,
    opens: () => ({ says: 'nothing' }),
    whileItRings: strangerSpeaks,
    does: isCutForSilence,
  },
  {
    name: 'sound from elsewhere, from the first packet on',
    by: ['browser', 'sip_phone'],
    whileItRings: answerWithSound,
    does: soundFromElsewhere,
  },
  {
    name: 'a second INVITE under the same names and its CANCEL while the first rings',
    by: ['browser', 'poor', 'sip_phone', 'guest'],
    whileItRings: secondInvite,
  },
  ...([500, 503, 'silence', 'lost'] as const).map((answer) => ({
    name: `a far side whose first answer to BYE is: ${answer}`,
    // Over a WebSocket nothing is lost on the way.
    by: ['browser', 'sip_phone', 'trunk', 'forwarded', ...(answer === 'lost' ? [] : ['called_page'])] as CallerKind[],
    // Our next BYE comes after a pause; who has hung up pays nothing of it.
    refusesForSeconds: typeof answer === 'number' ? 6 : 0,
    does: async (call: Tricked) => void (await call.leg()).byes.push(answer),
  })),
];

/** The server must not think that the first call was given up, while the far side answers it. */
function secondInvite({ call }: Tricked): void {
  const again = call
    .invite()
    .replace(/^CSeq: \d+/m, 'CSeq: 51')
    .replace(/branch=[^;]+/, `branch=z9hG4bKagain${call.sipCallId}`);
  call.send(again);
  const head = again.split('\r\n\r\n')[0] ?? '';
  const cancel = head
    .replace(/^INVITE /, 'CANCEL ')
    .replace('CSeq: 51 INVITE', 'CSeq: 51 CANCEL')
    .replace(/^(Content-Type|Content-Length|Proxy-Authorization): .*(\r\n|$)/gm, '');
  call.send(`${cancel.trimEnd()}\r\nContent-Length: 0\r\n\r\n`);
}

async function isCutForSilence({ call }: Tricked): Promise<void> {
  try {
    await call.hungUp((BOTH_SILENT_SECONDS + 10) * 1_000);
  } finally {
    strangers.get(call)?.close();
  }
}

const strangers = new WeakMap<PhoneCall, VoiceMedia>();

async function strangerSpeaks({ call, leg }: Tricked): Promise<void> {
  const stranger = await openVoiceMedia();
  strangers.set(call, stranger);
  stranger.speakTo(mediaAddress((await leg()).invite.body));
}

const sounds = new WeakMap<Tricked, VoiceMedia>();

async function answerWithSound(call: Tricked): Promise<void> {
  const leg = await call.leg();
  const media = await openVoiceMedia();
  sounds.set(call, media);
  media.speakTo(mediaAddress(leg.invite.body));
  leg.reply(200, 'OK', { mediaPort: media.port });
}

const LISTENS_MS = 1_500;

/** A third socket that speaks to both of the engine's ports of a call is heard by neither side, and hears neither. */
async function soundFromElsewhere(call: Tricked): Promise<void> {
  const far = sounds.get(call);
  const leg = await call.leg();
  const answer = await call.call.received.next('the answer', ({ status, body }) => status === 200 && body !== '');
  const thieves = await Promise.all([openVoiceMedia(), openVoiceMedia()]);
  thieves[0].speakTo(mediaAddress(leg.invite.body));
  thieves[1].speakTo(mediaAddress(answer.body));
  await new Promise((resolve) => setTimeout(resolve, LISTENS_MS));
  const heardBy = (media: VoiceMedia | undefined) => media?.sources.size ?? 0;
  const stolen = thieves.map((thief) => thief.sources.size);
  const [byCaller, byFar] = [heardBy(call.call.media), heardBy(far)];
  for (const media of [...thieves, far]) media?.close();
  if (stolen.some((sources) => sources > 0)) throw new Error(`third sockets heard ${stolen.join(' and ')} voices`);
  // Each side hears the other, and nobody else.
  if (byCaller > 1 || byFar > 1) throw new Error(`the caller heard ${byCaller} voices, the far side ${byFar}`);
}
