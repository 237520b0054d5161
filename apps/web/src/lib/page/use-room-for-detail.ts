import { usePhonePinned } from './phone-pinned.ts';
import { useMediaQuery } from './use-media-query.ts';

/** Beside the rail of the phone, and beside the phone itself where that is pinned; from 100rem on it always stands there. */
const ROOM_FOR_DETAIL = { railed: '(min-width: 80rem)', pinned: '(min-width: 96rem)' };

/** Whether there is room beside a list for the details of one of its lines; else they stand under the line. */
export function useRoomForDetail(): boolean {
  return useMediaQuery(ROOM_FOR_DETAIL[usePhonePinned((phone) => (phone.isPinned ? 'pinned' : 'railed'))]);
}
