import { useEffect, useRef } from 'react';
import { isInList, isTyping } from './use-phone-keys.ts';

/** Whoever typed a moment ago may still be typing, wherever the focus has gone. */
const TYPED_MS = 1_500;
/** Nobody means a panel that they have not seen yet. */
const SEEN_MS = 700;
const PANEL = '[data-testid="incoming-call"]';

/** What a key stands for while a call rings. */
export interface RingKey {
  key: string;
  isAnswer: boolean;
  act: () => void;
}

/**
 * Answers and declines the call that rings by one key each, never while somebody types. Enter answers where the panel itself
 * has the focus, and nowhere else.
 */
export function useRingKeys(callId: string | null, actions: readonly RingKey[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const typedAt = useRef(-TYPED_MS);
  useEffect(() => {
    const shownAt = performance.now();
    const press = (event: KeyboardEvent): void => {
      const now = performance.now();
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (isTyping(target) || isInList(target)) {
        typedAt.current = now;
        return;
      }
      if (callId === null || isCombined(event) || event.defaultPrevented) return;
      const isInPanel = target.closest(PANEL) !== null;
      if (event.key === 'Escape' && isInPanel) event.preventDefault(); // It means whatever lies below.
      if (event.repeat || now - typedAt.current < TYPED_MS || now - shownAt < SEEN_MS) return;
      const isEnter = event.key === 'Enter' && target.matches(PANEL);
      const wanted = latest.current.find(({ key, isAnswer }) => (isEnter ? isAnswer : isKey(event, key)));
      if (wanted === undefined) return;
      event.preventDefault();
      wanted.act();
    };
    // Before the phone's own keys.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [callId]);
}

function isCombined({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Whether this letter was pressed. Where a keyboard has other letters, the place of the key counts. */
export function isKey({ key, code }: KeyboardEvent, letter: string): boolean {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() === letter : code === `Key${letter}`;
}
