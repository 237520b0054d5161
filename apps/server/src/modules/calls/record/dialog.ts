import type { CallRecord } from './call-record.ts';
import type { DialogName, MediaSide } from './engine.ts';

/** The engine's name of an answered call; null while there is none. */
export function dialogOf(call: CallRecord): DialogName | null {
  const { sipCallId, fromTag, toTag } = call;
  return sipCallId === null || fromTag === null || toTag === null ? null : { sipCallId, fromTag, toTag };
}

/** The two sides of an answered call's sound: whose account pays, and the other; null while there is none. */
export function soundSides(call: CallRecord): { own: MediaSide; far: MediaSide } | null {
  const dialog = dialogOf(call);
  if (dialog === null) return null;
  const { sipCallId, fromTag, toTag } = dialog;
  const [caller, callee] = [
    { sipCallId, tag: fromTag },
    { sipCallId, tag: toTag },
  ];
  // Of a call that was forwarded, who is reached by it stands for the account; who calls pays nothing.
  const isOwnCalled = call.direction === 'inbound' || call.placer.kind === 'forward';
  return isOwnCalled ? { own: callee, far: caller } : { own: caller, far: callee };
}
