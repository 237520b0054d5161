import type { Call } from '@farline/contracts/calls';
import { create } from 'zustand';
import { writeNumber } from '../../lib/format/phone-number.ts';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import type { QualityBars } from './line/call-quality.ts';
import type { ProblemKind } from './line/phone-problem.ts';
import { NO_TRANSFER, type Transfer } from './transfer-state.ts';
import { IDLE, isBusy, nextPhoneState, type PhoneEvent, type PhoneState } from './phone-state.ts';

/** A call beside the one in use, as it is taken up again. */
export interface ParkedCall {
  phone: Extract<PhoneState, { state: 'talking' }>;
  /** Whether all three talk together; else its far side waits. */
  isMerged: boolean;
  isMuted: boolean;
  sentDigits: string;
}

interface Phone {
  phone: PhoneState;
  /** What stands in the number field. */
  typed: string;
  /** Whether the sheet is drawn up; the dock of wide screens is always open. */
  isOpen: boolean;
  isMuted: boolean;
  /** The far side waits; the call goes on, and costs. */
  isHeld: boolean;
  transfer: Transfer;
  /** Keys pressed during the call. */
  sentDigits: string;
  /** Why no microphone took the place of one that went in the middle of the call; null while there is one. */
  microphoneProblem: ProblemKind | null;
  /** Null until the first measurement. */
  bars: QualityBars | null;
  /** What is drawn out over the phone's face. */
  drawer: 'none' | 'keypad' | 'sound' | 'transfer';
  /** What was typed of whom to transfer to: the drawer is another one once the window has another width. */
  transferTyped: string;
  /** Esc was pressed on a call with nothing drawn out: pressed again it hangs up. */
  isEndAsked: boolean;
  /** A call whose far side waits while another is talked on, or talks with it. */
  parked: ParkedCall | null;
  /** A call of this user on another tab or device. */
  elsewhere: Call | null;
  /** The call that was put away there: it comes to the fore no more. */
  dismissedId: string | null;
}

const AT_REST: Phone = {
  phone: IDLE,
  typed: '',
  isOpen: false,
  isMuted: false,
  isHeld: false,
  transfer: NO_TRANSFER,
  sentDigits: '',
  microphoneProblem: null,
  bars: null,
  drawer: 'none',
  transferTyped: '',
  isEndAsked: false,
  parked: null,
  elsewhere: null,
  dismissedId: null,
};

export const usePhone = create<Phone>(() => AT_REST);

/** Whether the call that is talked on is being transferred: it keeps its place meanwhile, with the way back. */
export function isTransferring({ transfer }: Phone): boolean {
  return transfer.is === 'asking' || transfer.is === 'ringing';
}

/** Whether the call that is talked on can be set aside for another. */
export function canWait(state: Phone): boolean {
  return state.phone.state === 'talking' && state.parked === null && !isTransferring(state);
}

/** Whether all three talk together. */
export function isMergedIn({ parked }: Phone): boolean {
  return parked?.isMerged === true;
}

/** Whether the call that is talked on and the one that waits can be made one. */
export function canMerge(state: Phone): boolean {
  const { phone, parked, isHeld } = state;
  return phone.state === 'talking' && parked !== null && !parked.isMerged && !isHeld && !isTransferring(state);
}

/** Forgets everything: the next person at this browser finds an empty phone. */
export function resetPhone(): void {
  usePhone.setState(AT_REST);
}

/** Shows a call that runs on another tab or device, unless it was put away. */
export function showElsewhere(call: Call): void {
  if (call.id !== usePhone.getState().dismissedId) usePhone.setState({ elsewhere: call });
}

/** Puts the call of another tab or device away for as long as it runs: the phone is used here. */
export function dismissElsewhere(): void {
  const { elsewhere, dismissedId } = usePhone.getState();
  usePhone.setState({ elsewhere: null, dismissedId: elsewhere?.id ?? dismissedId });
}

/** Applies an event to the phone. Gives whether it changed anything. */
export function tellPhone(event: PhoneEvent): boolean {
  const before = usePhone.getState().phone;
  const phone = nextPhoneState(before, event);
  if (phone === before) return false;
  // Nobody hangs up, or looks at a keypad, of a call that is over, or of one that has just begun.
  if (isBusy(phone) !== isBusy(before)) usePhone.setState({ drawer: 'none', isEndAsked: false });
  usePhone.setState({ phone });
  // Whoever waits is talked with again once this call is over.
  useCallInProgress.setState({ isRunning: isBusy(phone) || usePhone.getState().parked !== null });
  return true;
}

/** How long Esc is waited for once more. */
const ASKED_MS = 2_000;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Asks for Esc once more before the call is ended by it. */
export function askToHangUp(): void {
  clearTimeout(asking);
  usePhone.setState({ isEndAsked: true });
  asking = setTimeout(() => usePhone.setState({ isEndAsked: false }), ASKED_MS);
}

/** Puts a number in the field, as people write it. */
export function putInField(number: string): void {
  usePhone.setState({ typed: writeNumber(number) });
}

/** Puts the phone away. Who does so after a call has seen how it ended. */
export function closePhone(): void {
  usePhone.setState({ isOpen: false });
  if (usePhone.getState().phone.state === 'ended') tellPhone({ type: 'cleared' });
}

/** Opens the phone, with a number in it if one is given. A call under way is not disturbed. */
export function openPhone(number?: string): void {
  const { phone } = usePhone.getState();
  usePhone.setState({ isOpen: true });
  if (isBusy(phone)) return;
  tellPhone({ type: 'cleared' });
  if (number !== undefined) putInField(number);
  // The phone may have been a closed sheet until now.
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[data-number-field]')?.focus());
}
