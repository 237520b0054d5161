import { create } from 'zustand';

/** A toast: dismissed by itself when `durationMs` is above 0, otherwise by the reader. */
export interface Notification {
  type: 'success' | 'error' | 'warning' | 'info';
  message: string;
  durationMs?: number;
  /** One thing that can be done about it. */
  action?: { label: string; press: () => void };
}

const DEFAULT_MS = 5_000;

/** Whether anything was ever to be shown, so that the toaster is loaded; and whether it stands. */
export const useToaster = create<{ isWanted: boolean; isThere: boolean }>(() => ({ isWanted: false, isThere: false }));

/** Shows a toast. */
export async function notify({ type, message, durationMs = DEFAULT_MS, action }: Notification): Promise<void> {
  useToaster.setState({ isWanted: true });
  const [{ toast }] = await Promise.all([import('sonner'), toasterIsThere()]);
  toast[type](message, {
    duration: durationMs > 0 ? durationMs : Number.POSITIVE_INFINITY,
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
