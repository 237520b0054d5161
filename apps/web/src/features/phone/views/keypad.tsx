import { useRef } from 'react';
import { phoneText } from '../../../texts/phone.ts';
import { pressKey } from '../call-control.ts';

const KEYS = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const;

const HOLD_MS = 600;

/** Twelve keys. Holding 0 gives the plus, where a number is typed. */
export function Keypad({ hasPlus }: { hasPlus: boolean }) {
  const t = phoneText.useText();
  return (
    <div role="group" dir="ltr" aria-label={t('keypad')} className="grid grid-cols-3 gap-1.5">
      {KEYS.map(([key, letters]) => (
        <Key key={key} digit={key} letters={key === '0' && !hasPlus ? '' : letters} hasPlus={hasPlus && key === '0'} />
      ))}
    </div>
  );
}

function Key({ digit, letters, hasPlus }: { digit: string; letters: string; hasPlus: boolean }) {
  const t = phoneText.useText();
  const holding = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; isPlus: boolean }>({
    timer: undefined,
    isPlus: false,
  });
  const hold = (): void => {
    holding.current.isPlus = false;
    if (!hasPlus) return;
    holding.current.timer = setTimeout(() => {
      holding.current.isPlus = true;
      pressKey('+');
    }, HOLD_MS);
  };
  const press = (): void => {
    clearTimeout(holding.current.timer);
    if (!holding.current.isPlus) pressKey(digit);
    holding.current.isPlus = false;
  };
  return (
    <button
      type="button"
      data-key={digit}
      aria-label={digit === '*' ? t('star') : digit === '#' ? t('hash') : undefined}
      onPointerDown={hold}
      onPointerLeave={() => clearTimeout(holding.current.timer)}
      onClick={press}
      className="grid h-12 short:h-10 max-sm:h-[clamp(2.5rem,7dvh,4rem)] touch-manipulation select-none place-content-center rounded-control bg-soft text-center leading-none transition-colors hover:bg-press active:bg-accent-line"
    >
      <span className="display figures text-title font-medium leading-none">{digit}</span>
      <span aria-hidden className="mt-0.5 h-3 text-[0.625rem] font-medium leading-3 tracking-[0.12em] text-muted">
        {letters}
      </span>
    </button>
  );
}
