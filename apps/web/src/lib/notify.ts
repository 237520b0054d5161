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

/** Whether anything was ever to be shown: the toaster is loaded then. */
export const useToaster = create<{ isWanted: boolean }>(() => ({ isWanted: false }));

/** Shows a toast. */
export async function notify({ type, message, durationMs = DEFAULT_MS, action }: Notification): Promise<void> {
  useToaster.setState({ isWanted: true });
  const { toast } = await import('sonner');
  toast[type](message, {
    duration: durationMs > 0 ? durationMs : Number.POSITIVE_INFINITY,
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.press } }),
  });
}
