import type { CallRecord } from './call-record.ts';
import type { DialogName } from './engine.ts';

/** The engine's name of an answered call; null while there is none. */
export function dialogOf(call: CallRecord): DialogName | null {
  const { sipCallId, fromTag, toTag } = call;
  return sipCallId === null || fromTag === null || toTag === null ? null : { sipCallId, fromTag, toTag };
}
