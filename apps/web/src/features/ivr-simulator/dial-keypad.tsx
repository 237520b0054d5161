import { useEffect } from 'react';
import { ivrText } from '../../texts/ivr-simulator.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

/** The twelve keys of a telephone. Those of a menu hear the keyboard too, wherever the focus is. */
export function DialKeypad({ onPress, isMenu }: { onPress: (key: string) => void; isMenu: boolean }) {
  const t = ivrText.useText();
  useMenuKeys(isMenu, onPress);
  const label = (key: string): string => {
    if (key === '*') return t('star');
    return key === '#' ? t('hash') : t('digit', { digit: key });
  };
  return (
    <div role="group" dir="ltr" aria-label={t('keypad')} className="grid grid-cols-3 gap-1.5">
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          data-key={key}
          aria-label={label(key)}
          onClick={() => onPress(key)}
          className="display figures grid h-12 touch-manipulation select-none place-content-center rounded-control bg-soft text-title font-medium leading-none transition-colors hover:bg-press active:bg-accent-line"
        >
          {key}
        </button>
      ))}
    </div>
  );
}

const MENU_KEY = /^[0-9*#]$/;

/** While the line talks, digits typed anywhere on the page press the keys of its menu, and not those of the real phone. */
function useMenuKeys(isTalking: boolean, press: (key: string) => void): void {
  useEffect(() => {
    if (!isTalking) return;
    const hear = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !MENU_KEY.test(event.key)) return;
      event.preventDefault();
      press(event.key);
    };
    // Before the phone hears it, which listens to the same keys.
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  });
}
