import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingCall } from '@farline/sip-endpoint';
import type { Behaviour } from './magic-numbers.ts';
import type { Phrases } from './phrases.ts';

/** What taking a call needs. `noteAnswer` is told once, when the call is answered. */
export interface TakeCallDeps {
  phrases: Phrases;
  ringMs: number;
  noteAnswer: () => void;
  /** Calls whoever called, from the number that they dialled. */
  callBack: () => void;
}

/** Takes a call as its behaviour says, and returns when it is left to itself or over. */
export async function takeCall(deps: TakeCallDeps, call: IncomingCall, behaviour: Behaviour): Promise<void> {
  switch (behaviour.kind) {
    case 'refuse':
      if (behaviour.afterRinging && !(await ringFor(deps, call))) return;
      return call.reject(behaviour.status);
    case 'refuse-and-call-back':
      await call.reject(behaviour.status);
      await wait(behaviour.afterMs);
      return deps.callBack();
    case 'ring-for-ever':
      return call.ring();
    case 'announce-and-refuse':
      if (await call.early()) await call.play(deps.phrases.notAvailable);
      return call.reject(behaviour.status);
    case 'echo-at-once':
      if (await answer(deps, call)) await converse(deps, call, deps.phrases.echoTest);
      return;
    case 'answer-silently':
      if (await ringAndAnswer(deps, call)) call.silence();
      return;
    case 'hang-up':
      if (!(await ringAndAnswer(deps, call))) return;
      await Promise.all([
        converse(deps, call, deps.phrases.dialled(call.dialled)),
        passes(behaviour.afterMs, call).then(() => call.hangUp()),
      ]);
      return;
    case 'converse':
      if (await ringAndAnswer(deps, call)) await converse(deps, call, deps.phrases.dialled(call.dialled));
  }
}

async function ringAndAnswer(deps: TakeCallDeps, call: IncomingCall): Promise<boolean> {
  return (await ringFor(deps, call)) && (await answer(deps, call));
}

async function ringFor(deps: TakeCallDeps, call: IncomingCall): Promise<boolean> {
  await call.ring();
  return passes(deps.ringMs, call);
}

async function answer(deps: TakeCallDeps, call: IncomingCall): Promise<boolean> {
  const isAnswered = await call.answer();
  if (isAnswered) deps.noteAnswer();
  return isAnswered;
}

/** Waits, and says whether the call still stands after it. */
async function passes(ms: number, call: IncomingCall): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal: call.signal });
    return true;
  } catch (error) {
    if (call.signal.aborted) return false;
    throw error;
  }
}

/** Keys that may wait to be spoken back. */
const PENDING_KEYS = 30;

/** Speaks the opening, then echoes; every key pressed is spoken back, and the echo goes on. A key skips the opening. */
async function converse(deps: TakeCallDeps, call: IncomingCall, opening: Int16Array): Promise<void> {
  const keys: string[] = [];
  let wake = () => {};
  call.onDigit((digit) => {
    if (keys.length < PENDING_KEYS) keys.push(digit);
    wake();
  });
  call.signal.addEventListener('abort', () => wake());

  const firstKey = new AbortController();
  wake = () => firstKey.abort();
  await call.play(opening, { signal: firstKey.signal });

  while (!call.signal.aborted) {
    if (keys.length > 0) {
      await call.play(deps.phrases.pressed(keys.splice(0).join('')));
      continue;
    }
    call.echo();
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
