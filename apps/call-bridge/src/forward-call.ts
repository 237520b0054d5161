import { bodyOf, headersOf, readSdp, respondTo } from '@farline/sip-endpoint/signalling';
import { ALLOW, Leg, type SoundAt } from './leg.ts';
import { type Invited, readInvited } from './read-invited.ts';
import type { SipLine } from './sip-line.ts';

const NOT_ACCEPTABLE = { status: 488, reason: 'Not Acceptable Here' };
const CANCELLED = { status: 487, reason: 'Request Terminated' };
const PHRASES: Record<number, string> = {
  180: 'Ringing',
  183: 'Session Progress',
  480: 'Temporarily Unavailable',
  486: 'Busy Here',
  600: 'Busy Everywhere',
  603: 'Decline',
};
/** How often the engine hears that we are still there while the other telephone is asked about, looked for or rings: less often, and it gives us up. */
const BEAT_MS = 1_000;
/** What a telephone says that callers may hear of; whatever else comes of it, nobody is there. */
const TOLD = [480, 486, 600, 603];

/**
 * Takes the calls that the engine places to us: each goes on to another telephone, as a call of its own with its own price. Whoever calls
 * hears it ring there; from the answer on the sound of the two calls goes between their ports in the media proxy, and the end of either is
 * the end of both.
 */
export function takeForwards(deps: { line: SipLine; log: (sentence: string) => void }): void {
  const { line, log } = deps;
  const pending = new Map<string, AbortController>();
  line.takeCalls({
    invited: (invite) => {
      const invited = readInvited(invite, line.newTag());
      if (invited === null) {
        line.answer(invite, respondTo(invite, { status: 400, reason: 'Not To Be Forwarded', headers: [] }));
        return;
      }
      const { sipCallId } = invited.dialog;
      const givesUp = new AbortController();
      pending.set(sipCallId, givesUp);
      forwardCall(line, invited, givesUp.signal)
        .catch((error: unknown) => {
          log(`A call could not be forwarded: ${String(error)}`);
          refuse(line, invited, said(500));
        })
        .finally(() => pending.delete(sipCallId));
    },
    cancelled: (sipCallId) => pending.get(sipCallId)?.abort(),
  });
}

async function forwardCall(line: SipLine, invited: Invited, givesUp: AbortSignal): Promise<void> {
  const sound = readSdp(bodyOf(invited.invite) ?? '').audio;
  if (sound === null) return refuse(line, invited, NOT_ACCEPTABLE);
  const stop = beat(line, invited);
  let isAnswered = false;
  // The caller hears at once that it was given up, whatever becomes of the call that is taken back.
  givesUp.addEventListener('abort', () => {
    stop();
    if (!isAnswered) refuse(line, invited, CANCELLED);
  });
  const caller = Leg.answering(line, invited.dialog, sound);
  const { leg, answer } = await Leg.place(line, invited.placement, sound, {
    onRing: ({ status, sound: early }) => {
      if (givesUp.aborted) return;
      const body = early === null ? undefined : caller.describe(early);
      respond(line, invited, { status, reason: PHRASES[status] ?? 'Ringing', body });
    },
    givesUp,
  })
    .catch((error: unknown) => {
      caller.letGo();
      throw error;
    })
    .finally(stop);
  if (!answer.answered) {
    caller.letGo();
    if (!givesUp.aborted) refuse(line, invited, said(answer.status));
    return;
  }
  if (givesUp.aborted) {
    caller.letGo();
    leg.hangUp();
    return;
  }
  isAnswered = true;
  join(caller, leg, answer.sound);
  respond(line, invited, { status: 200, reason: 'OK', body: caller.describe(answer.sound) });
}

/** Says now and again that the call is being tried, until what is returned ends it. */
function beat(line: SipLine, invited: Invited): () => void {
  const say = () => respond(line, invited, { status: 100, reason: 'Trying' });
  say();
  const timer = setInterval(say, BEAT_MS);
  return () => clearInterval(timer);
}

/** What either side does from now on is for both. */
function join(caller: Leg, called: Leg, sound: SoundAt): void {
  caller.goesTo(sound);
  caller.onEnd(() => called.hangUp());
  called.onEnd(() => caller.hangUp());
}

const said = (status: number) => {
  const told = TOLD.includes(status) ? status : 480;
  return { status: told, reason: PHRASES[told] ?? 'Temporarily Unavailable' };
};

type Said = { status: number; reason: string; body?: string | undefined };

function respond(line: SipLine, invited: Invited, { status, reason, body }: Said): void {
  const recorded = headersOf(invited.invite, 'Record-Route').map((value) => `Record-Route: ${value}`);
  const headers = [
    ...recorded,
    `Contact: ${line.contact}`,
    ALLOW,
    ...(body === undefined ? [] : ['Content-Type: application/sdp']),
  ];
  const response = { status, reason, headers, ...(body === undefined ? {} : { body }) };
  line.answer(invited.invite, respondTo(status === 100 ? invited.invite : invited.tagged, response));
}

function refuse(line: SipLine, invited: Invited, { status, reason }: Said): void {
  line.answer(invited.invite, respondTo(invited.tagged, { status, reason, headers: [] }));
}
