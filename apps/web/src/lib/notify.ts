import { create } from 'zustand';
import { FIRST_TOASTER, nextToaster, toastStandsMs, type ToasterState } from './toaster-state.ts';

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

/** Shows a toast. */
export async function notify({ type, message, durationMs, action }: Notification): Promise<void> {
  tellToaster('toast');
  const [{ toast }] = await Promise.all([import('sonner'), toasterIsThere()]);
  const duration = toastStandsMs(durationMs);
  toast[type](message, {
    duration,
    closeButton: duration === Number.POSITIVE_INFINITY,
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.press } }),
  });
}

/** A toast that is told before the toaster stands is never seen. */
async function toasterIsThere(): Promise<void> {
  if (useToaster.getState().isThere) return;
  await new Promise<void>((stands) => {
    const stop = useToaster.subscribe(({ isThere }) => {
      if (!isThere) return;
      stop();
      stands();
    });
  });
}
