import { type Notification, tellToaster } from './toaster.ts';

/** Shows a toast. It never fails: what was to be told of went well or wrong before, and that is not changed by it. */
export async function notify(notification: Notification): Promise<void> {
  tellToaster('toast');
  try {
    await (await import('./show-toast.ts')).showToast(notification);
  } catch {
    console.warn(notification.message);
  }
}
