import { create } from 'zustand';

/** The browser's offer to install the page as an app (Manifest Incubations, BeforeInstallPromptEvent); it can be taken up once. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

/** The offer, from when the browser makes it until it is taken up. Browsers that make none have a menu of their own for it. */
export const useInstall = create<{ offer: InstallOffer | null }>(() => ({ offer: null }));

/** Keeps the offer for when somebody has use for it, instead of a bar over the page. Gives the function that stops it. */
export function keepInstallOffer(): () => void {
  const keep = (event: Event): void => {
    event.preventDefault();
    useInstall.setState({ offer: event as InstallOffer });
  };
  const forget = (): void => useInstall.setState({ offer: null });
  addEventListener('beforeinstallprompt', keep);
  addEventListener('appinstalled', forget);
  return () => {
    removeEventListener('beforeinstallprompt', keep);
    removeEventListener('appinstalled', forget);
  };
}

/** Asks by the browser's own question. */
export async function install(): Promise<void> {
  const { offer } = useInstall.getState();
  useInstall.setState({ offer: null });
  await offer?.prompt();
}
