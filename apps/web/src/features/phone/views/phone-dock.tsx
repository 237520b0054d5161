import { type ReactNode, useEffect, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { later, laterOf } from '../../../ui/later/later.tsx';
import { createPart } from '../../../lib/page/part.ts';
import { useMediaQuery, WIDE } from '../../../lib/page/use-media-query.ts';
import { useOpenDialogs } from '../../../lib/page/open-dialogs.ts';
import { endWithPage, findCallOfLastPage, watchRecords } from '../call-record.ts';
import { forgetRinging, ring, watchRinging } from '../answer-control.ts';
import { keepLine } from '../incoming-line.ts';
import { whenQuiet } from '../../../lib/page/when-quiet.ts';
import { takeCheckedNumber } from '../../../lib/calls/checked-number.ts';
import { useSession } from '../../../lib/session/session.ts';
import { type PhoneSlot, PhoneSlotContext } from './phone-slots.tsx';
import { CallBar, CallOnTop, EndedBar, IncomingPanel } from './later-views.ts';
import { neededForCalls } from '../line/prepare-call.ts';
import { usePhonePlace } from './open-phone.tsx';
import { Announcer } from './announcer.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { isBusy } from '../phone-state.ts';
import { openPhone, putInField, resetPhone, usePhone } from '../phone-store.ts';
import { useRinging } from '../ring-store.ts';
import { usePhoneKeys } from './use-phone-keys.ts';

/** Only windows of some widths have these. */
const PhoneRail = later(async () => (await import('./phone-rail.tsx')).PhoneRail, { missing: 'floating' });
const over = createPart(async () => await import('./phone-over.tsx'));
const PhoneOver = laterOf(over, (of) => of.PhoneOver, { missing: 'floating' });
const PhoneAddress = laterOf(over, (of) => of.PhoneAddress, { missing: 'nothing', waits: true });
neededForCalls(over.load);

/**
 * The phone of every page: docked at the right where there is room or it is pinned, drawn out of a rail or up from below where there is not, and beside a page with a keypad of its own. A call lies above
 * everything, dialogs too, and can be muted and ended there; a sheet draws back to its bar, which covers none of them. `beside`: what other features
 * have to show beside a call.
 */
export function PhoneDock({ beside }: { beside: (slot: PhoneSlot) => ReactNode }) {
  const { isDocked } = usePhonePlace();
  const isWide = useMediaQuery(WIDE);
  const isOpen = usePhone((state) => state.isOpen);
  const busy = usePhone((state) => isBusy(state.phone));
  const ended = usePhone(({ phone }) => (phone.state === 'ended' ? phone : null));
  const isBehind = useOpenDialogs((dialogs) => dialogs.count > 0);
  const isRingable = useIsRingable();
  usePhoneKeys();
  usePageGuards(busy);
  useLine();
  useEffect(takeWhatWaits, []);
  useEffect(() => {
    const stop = watchRecords();
    void findCallOfLastPage().catch((error: unknown) => console.warn('Calls cannot be asked for', error));
    return () => {
      stop();
      resetPhone();
    };
  }, []);

  return (
    <PhoneSlotContext value={beside}>
      <Announcer />
      {isRingable && <IncomingPanel />}
      {busy && <CallOnTop />}
      {!isDocked && isWide && <PhoneRail />}
      {!isDocked && <PhoneAddress />}
      {/* A dialog makes the rest of the page inert, but for what tells people something live. */}
      <div
        data-phone-layer
        aria-live={busy ? 'off' : undefined}
        className={cx('contents', busy && 'pointer-events-auto')}
      >
        {isDocked ? (
          <PhonePanel
            onClose={null}
            className={cx(
              'fixed end-6 top-22 h-[min(42.5rem,calc(100dvh-7rem))] w-90 rounded-card shadow-float',
              busy ? 'z-60' : 'z-20',
            )}
          />
        ) : isOpen && !(busy && isBehind) ? (
          <PhoneOver />
        ) : busy ? (
          <CallBar />
        ) : (
          ended !== null && <EndedBar phone={ended} />
        )}
      </div>
    </PhoneSlotContext>
  );
}

/** Once the page has come, or as soon as somebody calls: what is said aloud of a call needs a place that was there before. */
function useIsRingable(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  const isRinging = useRinging(({ calls }) => calls.length > 0);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  return isQuiet || isRinging;
}

/** The number that they asked the price of as a visitor waits here; and the installed app has a way straight to the phone. */
function takeWhatWaits(): void {
  const number = takeCheckedNumber();
  if (number !== null && usePhone.getState().typed === '') putInField(number);
  if (location.hash === '#phone') openPhone();
  if (location.search.includes('shared-'))
    void import('../take-shared.ts').then(async ({ takeShared }) => await takeShared());
}

/** Calls come in for as long as somebody is signed in. One that is talked on outlives that. */
function useLine(): void {
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : null));
  useEffect(() => {
    if (userId === null) return;
    const stopRecords = watchRinging();
    const stopLine = keepLine(ring);
    return () => {
      stopRecords();
      forgetRinging();
      stopLine();
    };
  }, [userId]);
}

/** Leaving the page in mid-call asks first, and then ends the call: nobody pays for a call that nobody hears. */
function usePageGuards(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', warn);
    globalThis.addEventListener('pagehide', endWithPage);
    return () => {
      globalThis.removeEventListener('beforeunload', warn);
      globalThis.removeEventListener('pagehide', endWithPage);
    };
  }, [busy]);
}
