import { whenQuiet } from '../../lib/page/when-quiet.ts';
import { forgetSipAccount, sipAccount, sipClient } from './line/prepare-call.ts';
import type { SipLine, SipLineEvents } from './line/sip-client.ts';
import { useRinging } from './ring-store.ts';
import { type SharedLine, shareLine } from './shared-line.ts';

/** How long a line that the engine did not take is left alone, time after time. */
const AGAIN_MS = [5_000, 30_000, 120_000, 300_000];
const LOOK_MS = 15_000;
/** Timers of a page behind others run once a minute: a longer gap is a machine that slept. */
const SLEPT_MS = 180_000;

let shared: SharedLine | null = null;
let beginAtOnce = (): void => undefined;

/**
 * Has calls come in here while no other tab of this browser does, from the page's first idle moment on. Whatever stands in the
 * way is tried again, seldom, and said to nobody: who looks at the page has not asked for anything.
 */
export function keepLine(rings: SipLineEvents['rings']): () => void {
  let mine: SharedLine | null = null;
  const begin = (): void => {
    stopWaiting();
    mine ??= shareLine(() => openLine(rings));
    shared = mine;
  };
  const stopWaiting = whenQuiet(begin);
  beginAtOnce = begin;
  return () => {
    stopWaiting();
    beginAtOnce = () => undefined;
    mine?.stop();
    if (shared === mine) shared = null;
  };
}

/** Has calls come in in this tab from now on, since somebody talks in it, or answers. */
export function lineForThisTab(): void {
  beginAtOnce();
  shared?.takeOver();
}

function openLine(rings: SipLineEvents['rings']): () => void {
  let line: SipLine | null = null;
  let isClosed = false;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedAtMs = Date.now();

  const open = async (): Promise<void> => {
    const [client, account] = await Promise.all([sipClient(), sipAccount()]);
    if (isClosed) return;
    line?.close();
    line = client.register(
      { account, renew: sipAccount },
      {
        rings,
        registered: () => {
          refusals = 0;
        },
        refused: () => {
          forgetSipAccount();
          again();
        },
      },
    );
  };
  const begin = (): void => {
    clearTimeout(timer);
    open().catch(again);
  };
  const again = (): void => {
    line?.close();
    line = null;
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(begin, againMs(refusals));
    refusals += 1;
  };
  /** What stood before may be dead without knowing. A call that rings shows that it is not. */
  const beginAnew = (): void => {
    if (useRinging.getState().calls.length === 0) begin();
  };
  const look = setInterval(() => {
    const gapMs = Date.now() - lookedAtMs;
    lookedAtMs = Date.now();
    if (gapMs > SLEPT_MS) beginAnew();
  }, LOOK_MS);
  globalThis.addEventListener('online', beginAnew);
  begin();

  return () => {
    isClosed = true;
    clearTimeout(timer);
    clearInterval(look);
    globalThis.removeEventListener('online', beginAnew);
    line?.close();
  };
}

function againMs(refusals: number): number {
  const [longest = 0] = AGAIN_MS.slice(-1);
  return (AGAIN_MS[refusals] ?? longest) * (0.8 + 0.4 * Math.random());
}
