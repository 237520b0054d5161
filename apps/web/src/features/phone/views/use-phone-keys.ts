import { useEffect } from 'react';
import { useOwnKeypad } from '../../../lib/page/keypad-of-page.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { hangUp, placeCall, pressKey, toggleHold, toggleMute } from '../call-control.ts';
import { isBusy } from '../phone-state.ts';
import { askToHangUp, isMergedIn, tellPhone, usePhone } from '../phone-store.ts';

const DIALLED = /^[0-9*#+]$/;

/**
 * The phone by keyboard, from anywhere on the page: digits dial, Enter calls what the phone shows, M mutes, H lets the far side wait, Esc puts away what is drawn out and
 * then, pressed twice, hangs up. Not while somebody types in another field, and not against a dialog that is open, wherever
 * the focus is. A key that is held down calls and hangs up once.
 */
export function usePhoneKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', pressPhoneKey);
    return () => document.removeEventListener('keydown', pressPhoneKey);
  }, []);
}

/** A key that was pressed on the page, or in the window of a call above others, where nothing else is typed. */
export function pressPhoneKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  const isNumberField = target.matches('[data-number-field]');
  const isLeaving = event.key === 'Escape' && target.closest('[data-phone-layer]') !== null;
  if (!isNumberField && !isLeaving && (isTyping(target) || isInList(target) || isDialogOpen())) return;
  if (!isNumberField && event.key !== 'Escape' && isPageDialled()) return;
  if (event.repeat && !DIALLED.test(event.key)) return;
  if (isHandled(event.key, { target, isNumberField })) event.preventDefault();
}

function isHandled(key: string, at: { target: HTMLElement; isNumberField: boolean }): boolean {
  const { phone, typed } = usePhone.getState();
  const busy = isBusy(phone);
  if (key === 'Escape') {
    stepBack();
    return true;
  }
  if (busy) {
    if (key === 'm' || key === 'M') {
      toggleMute();
      return true;
    }
    if ((key === 'h' || key === 'H') && phone.state === 'talking' && !isMergedIn(usePhone.getState())) {
      toggleHold();
      return true;
    }
    if (phone.state === 'talking' && DIALLED.test(key) && key !== '+') {
      pressKey(key);
      return true;
    }
    return false;
  }
  if (key === 'Enter' && (at.isNumberField || !isPressable(at.target))) {
    const number = phone.state === 'ended' ? (otherSide(phone.call) ?? '') : typed.trim();
    if (number === '' || !isSeen(phone.state === 'ended' ? '[data-phone-panel]' : '[data-number-field]')) return false;
    void placeCall(number);
    return true;
  }
  if (at.isNumberField) return false; // The field takes its own keys.
  if (DIALLED.test(key)) {
    pressKey(key);
    usePhone.setState({ isOpen: true });
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[data-number-field]')?.focus());
    return true;
  }
  return false;
}

/** Leaves whatever lies on top of the phone. A call that has not been answered is given up at once: that loses nothing. */
function stepBack(): void {
  const { phone, drawer, isEndAsked } = usePhone.getState();
  if (drawer !== 'none') usePhone.setState({ drawer: 'none' });
  else if (phone.state === 'talking' && !isEndAsked) askToHangUp();
  else if (isBusy(phone)) hangUp();
  else if (phone.state === 'ended') tellPhone({ type: 'cleared' });
  else usePhone.setState({ isOpen: false });
}

/** Whether the phone shows it: nobody calls what was left in a phone that is put away. */
const isSeen = (part: string): boolean => document.querySelector(part) !== null;

/** Whether the keyboard is the page's own keypad's: a call of the phone has it back. */
const isPageDialled = (): boolean => useOwnKeypad.getState().isThere && !isBusy(usePhone.getState().phone);

/** Inputs that nobody types in. */
const PRESSED = /^(checkbox|radio|range|button)$/;
const typeOf = (target: HTMLElement): string => ('type' in target ? String(target.type) : '');

/** Whether what is pressed there is text. */
export function isTyping(target: HTMLElement): boolean {
  return target.isContentEditable || (target.matches('input, textarea, select') && !PRESSED.test(typeOf(target)));
}

function isPressable(target: HTMLElement): boolean {
  return target.closest('button, a, summary, input, [role="button"]') !== null;
}

/** Whether a letter chooses something there. */
export function isInList(target: HTMLElement): boolean {
  return target.closest('[role="menu"], [role="listbox"]') !== null;
}

/** The focus says nothing of it: it falls to the page where the button that had it becomes disabled. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !== null;
}
