import { useCallInProgress } from '../calls/call-in-progress.ts';
import { usePhonePinned } from './phone-pinned.ts';
import { useMediaQuery, WIDE } from './use-media-query.ts';

/** From here on the phone stands beside every page (styles.css: docked). */
const ROOMY = '(min-width: 100rem)';
const EDGE_PX = 12;
/** The phone of styles.css's `docked` with its distance from the edge, and the bar of a call, in px. */
const DOCK_PX = 24 + 360;
const BAR_PX = 84;

/** How far what floats over a page keeps from each edge of the window: so far that a call that runs hides nothing of it. */
export function useRoomBesideCall(): { top: number; left: number; right: number; bottom: number } {
  const isCalling = useCallInProgress((call) => call.isRunning);
  const isRoomy = useMediaQuery(ROOMY);
  const isWide = useMediaQuery(WIDE);
  const isPinned = usePhonePinned((phone) => phone.isPinned);
  const room = { top: EDGE_PX, left: EDGE_PX, right: EDGE_PX, bottom: EDGE_PX };
  if (!isCalling) return room;
  return isRoomy || (isWide && isPinned)
    ? { ...room, right: DOCK_PX + EDGE_PX }
    : { ...room, bottom: BAR_PX + EDGE_PX };
}
