import { useState } from 'react';
import { useLocation } from 'react-router';

/** What a navigation carries from one of a person's numbers to another that is chosen for it. */
export const CHOOSING_NUMBER = { isChoosingNumber: true };

/** Whether this thread was come to by choosing another of the person's numbers: who chooses goes on choosing, and isn't about to write. */
export function useIsChoosingNumber(): boolean {
  const state: unknown = useLocation().state;
  // What the address bar says later, as of a note, begins nothing anew.
  const [isChoosing] = useState(typeof state === 'object' && state !== null && 'isChoosingNumber' in state);
  return isChoosing;
}
