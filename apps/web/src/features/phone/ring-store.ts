import { create } from 'zustand';
import { nextRinging, type RingEvent, type RingingCall } from './ring-state.ts';

/** The calls that ring in this tab, the oldest first. */
export const useRinging = create<{ calls: readonly RingingCall[] }>(() => ({ calls: [] }));

/** Applies an event to the calls that ring. Gives whether it changed anything. */
export function tellRinging(event: RingEvent): boolean {
  const { calls: before } = useRinging.getState();
  const calls = nextRinging(before, event);
  if (calls !== before) useRinging.setState({ calls });
  return calls !== before;
}

/** The call that rings under this id; undefined when it rings no more. */
export function ringingCall(id: string): RingingCall | undefined {
  return useRinging.getState().calls.find((call) => call.id === id);
}

/** Whether one of them is being answered at this moment. */
export function isAnswering(): boolean {
  return useRinging.getState().calls.some((call) => call.state === 'answering');
}
