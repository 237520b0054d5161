import { create } from 'zustand';
import { FIRST_TOASTER, nextToaster, type ToasterState } from './toaster-state.ts';

/** A toast: dismissed by itself when `durationMs` is above 0, otherwise by the reader. */
export interface Notification {
  type: 'success' | 'error' | 'warning' | 'info';
  message: string;
  durationMs?: number;
  /** One thing that can be done about it. */
  action?: { label: string; press: () => void };
}

/** The toaster of this page. */
export const useToaster = create<ToasterState>(() => FIRST_TOASTER);

/** Tells the toaster's state what happened. */
export function tellToaster(event: Parameters<typeof nextToaster>[1]): void {
  useToaster.setState((toaster) => nextToaster(toaster, event));
}
