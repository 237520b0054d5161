import { type ReactNode, useSyncExternalStore } from 'react';

/**
 * A part of a page whose controls wait until its script runs: in the first view that came with the page a click or a
 * typed word would be lost, and a form would send itself to the address bar. Links lead on from the first moment.
 */
export function Lively({ children }: { children: ReactNode }) {
  const isAlive = useSyncExternalStore(neverChanges, yes, no);
  return (
    <fieldset role="none" disabled={!isAlive} data-waits={isAlive ? undefined : ''} className="contents">
      {children}
    </fieldset>
  );
}

const yes = (): boolean => true;
/** What the first view was made with, and what its scripts begin from. */
const no = (): boolean => false;
const neverChanges = () => () => undefined;
