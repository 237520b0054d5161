import { type ReactNode, useSyncExternalStore } from 'react';

/**
 * Disables the controls until React has hydrated the prerendered page: before that a click or a typed word would be lost, and a form
 * would send itself to the address bar. Links work from the first moment.
 */
export function DisabledUntilHydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(neverChanges, yes, no);
  return (
    <fieldset role="none" disabled={!isHydrated} data-waits={isHydrated ? undefined : ''} className="contents">
      {children}
    </fieldset>
  );
}

const yes = (): boolean => true;
/** What the first view was made with, and what its scripts begin from. */
const no = (): boolean => false;
const neverChanges = () => () => undefined;
