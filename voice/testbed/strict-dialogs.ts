import type { Gate, Verdict } from './digest-gate.ts';
import { notYetThereAt } from './late-looks.ts';
import type { SipMessage } from './sip-message.ts';

/** How long a call lasted for one side, by its own clock. Instants are in milliseconds since 1970. */
export type FarCount = {
  /** When it sent its first 200; null before. */
  readonly answeredAt: number | null;
  /** When it accepted a BYE, or its own was accepted; null while the call stands here, and is paid for. */
  readonly endedAt: number | null;
  /** The same end as early as it may have come, where this process was slow to look; see `notYetThereAt`. */
  readonly endedAfter: number | null;
};

/** What a far side counted of one call, whatever others say of it. */
export type FarCall = FarCount & {
  readonly callId: string;
  /** What was dialled, as it stood in the INVITE. */
  readonly number: string;
  readonly invite: SipMessage;
  /** The tags that it answered under: of what a call is called, they alone are the same on both sides of the engine. */
  readonly toTags: readonly string[];
  /** It is a second answer to an INVITE, under a tag of its own: another telephone that was picked up too. */
  readonly isSecond: boolean;
};

/** What a BYE hears: a status; nothing, though it is taken; or nothing, since it was lost on the way. */
export type ByeAnswer = number | 'silence' | 'lost';

type Dialog = {
  call: { -readonly [K in keyof FarCall]: FarCall[K] } & { toTags: string[] };
  fromTag: string;
  toTag: string;
  highestCSeq: number;
  byes: ByeAnswer[];
};

/** The dialogs of a far side that is as strict as real ones, and its count of each call's seconds. */
export type StrictDialogs = {
  readonly calls: readonly FarCall[];
  /** A call came in; `byes` are heard by its first BYEs, in turn, and may still be added to. */
  open(invite: SipMessage, toTag: string): { byes: ByeAnswer[]; answered: () => void; ended: () => void };
  /** What a request hears, and first from `gate`; null is never answered, and `lost` never came. The request is no ACK. */
  judge(request: SipMessage, gate?: Gate): Verdict | 'lost' | null;
};

const cseqOf = (message: SipMessage) => Number.parseInt(message.cseq, 10);
const now = () => Date.now();
const RUNS = { endedAt: null, endedAfter: null };
const end = ({ call }: Dialog) => {
  if (call.endedAt === null) Object.assign(call, { endedAt: now(), endedAfter: notYetThereAt() });
};

/** Nothing is open yet. `contact` is the URI that requests within a dialog must bear (RFC 3261 §12.2.1.1). */
export function createStrictDialogs(contact: string): StrictDialogs {
  const calls: Dialog['call'][] = [];
  const dialogs: Dialog[] = [];
  const answerers = new Set<Dialog>();
  /** Another telephone was picked up for the same call. */
  const countApart = (dialog: Dialog) => {
    dialog.call.toTags = dialog.call.toTags.filter((tag) => tag !== dialog.toTag);
    dialog.call = { ...dialog.call, toTags: [dialog.toTag], answeredAt: null, ...RUNS, isSecond: true };
    calls.push(dialog.call);
  };

  return {
    calls,
    open(invite, toTag) {
      const known = dialogs.findLast((each) => each.call.callId === invite.callId && each.fromTag === invite.fromTag);
      const number = /^sip:([^@]+)@/.exec(invite.uri)?.[1] ?? '';
      const isSameCall = known !== undefined && known.call.number === number && known.call.endedAt === null;
      const call = isSameCall
        ? known.call
        : { callId: invite.callId, number, invite, toTags: [], answeredAt: null, ...RUNS, isSecond: false };
      if (!isSameCall) calls.push(call);
      call.toTags.push(toTag);
      const dialog: Dialog = { call, fromTag: invite.fromTag, toTag, highestCSeq: cseqOf(invite), byes: [] };
      dialogs.push(dialog);
      return {
        byes: dialog.byes,
        answered() {
          if (dialog.call.answeredAt !== null && !answerers.has(dialog)) countApart(dialog);
          dialog.call.answeredAt ??= now();
          answerers.add(dialog);
        },
        ended: () => end(dialog),
      };
    },
    judge(request, gate) {
      if (request.header('Max-Forwards') === '0') return { status: 483, phrase: 'Too Many Hops' };
      if (request.method === 'CANCEL') return OK;
      if (request.toTag === '') return gate?.judge(request) ?? requirementOf(request);
      const dialog = dialogs.find(
        ({ call, fromTag, toTag }) =>
          call.callId === request.callId && fromTag === request.fromTag && toTag === request.toTag,
      );
      // Of a call that nobody has answered no BYE is its end: that is what CANCEL is for.
      if (dialog === undefined || dialog.call.answeredAt === null || dialog.call.endedAt !== null) {
        return { status: 481, phrase: 'Call Does Not Exist' };
      }
      if (request.method === 'BYE' && dialog.byes[0] === 'lost') {
        dialog.byes.shift();
        return 'lost';
      }
      if (cseqOf(request) <= dialog.highestCSeq) return { status: 500, phrase: 'CSeq Out Of Order' };
      dialog.highestCSeq = cseqOf(request);
      const challenge = gate?.judge(request) ?? null;
      if (challenge !== null) return challenge;
      if (request.uri !== contact) return { status: 404, phrase: 'Not My Contact' };
      const refusal = requirementOf(request);
      if (refusal !== OK || request.method !== 'BYE') return refusal;
      const answer = dialog.byes.shift();
      if (typeof answer === 'number' && answer >= 300) return { status: answer, phrase: 'Not Now' };
      end(dialog);
      return answer === 'silence' ? null : OK;
    },
  };
}

const OK: Verdict = { status: 200, phrase: 'OK' };

/** RFC 3261 §8.2.2.3, and §16.3 step 5 for the border of a carrier. */
function requirementOf(request: SipMessage): Verdict {
  const required = ['Require', 'Proxy-Require'].flatMap((name) => request.headers(name)).join(', ');
  return required === '' ? OK : { status: 420, phrase: 'Bad Extension', headers: [['Unsupported', required]] };
}
