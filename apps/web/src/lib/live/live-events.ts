import type { LiveEvent } from '@farline/contracts/live';
import { create } from 'zustand';
import type { LiveState } from './live-push.ts';

type Listener<Type extends LiveEvent['type']> = (event: Extract<LiveEvent, { type: Type }>) => void;

const listeners = new Set<(event: LiveEvent) => void>();
const gapListeners = new Set<() => void>();

/** Whether changes arrive by themselves at this moment. */
export const useLiveState = create<{ state: LiveState }>(() => ({ state: 'connecting' }));

/** Calls back on each pushed event of a type. Gives the function that stops it. */
export function onLiveEvent<Type extends LiveEvent['type']>(type: Type, listener: Listener<Type>): () => void {
  const filtered = (event: LiveEvent): void => {
    if (event.type === type) listener(event as Extract<LiveEvent, { type: Type }>);
  };
  listeners.add(filtered);
  return () => listeners.delete(filtered);
}

/** Calls back when events were missed that will not be repeated: what is shown must be asked for again. */
export function onLiveGap(listener: () => void): () => void {
  gapListeners.add(listener);
  return () => gapListeners.delete(listener);
}

/** Hands an event to everybody who waits for its type. */
export function publishLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Tells everybody that events were missed. */
export function publishLiveGap(): void {
  for (const listener of gapListeners) listener();
}
