import { useEffect } from 'react';
import { create } from 'zustand';

/** Whether the page has a keypad of its own, as a simulator has: the phone stays closed beside it and leaves it the keyboard. */
export const useOwnKeypad = create<{ isThere: boolean }>(() => ({ isThere: false }));

/** Says so of the page that it is called in, for as long as that is there. */
export function useKeypadOfPage(): void {
  useEffect(() => {
    useOwnKeypad.setState({ isThere: true });
    return () => useOwnKeypad.setState({ isThere: false });
  }, []);
}
