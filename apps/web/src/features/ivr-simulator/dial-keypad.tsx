import { ivrText } from '../../texts/ivr-simulator.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

/** The twelve keys of a telephone. */
export function DialKeypad({ onPress }: { onPress: (key: string) => void }) {
  const t = ivrText.useText();
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
