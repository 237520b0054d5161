import { toast } from 'sonner';
import { type Notification, useToaster } from './toaster.ts';
import { toastStandsMs } from './toaster-state.ts';

/** Shows a toast as soon as the toaster stands. Loaded with the first one: use `notify`. */
export async function showToast({ type, message, durationMs, action }: Notification): Promise<void> {
  await toasterIsThere();
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
