import { create } from 'zustand';

/** A window that the browser keeps above all others, of this page (Document Picture-in-Picture, WICG); not every browser has it. */
interface DocumentPictureInPicture {
  requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}

const HOST = globalThis as { documentPictureInPicture?: DocumentPictureInPicture };

/** What of the page's own look the window takes over. */
const LOOK = ['lang', 'dir', 'data-theme', 'data-typefaces'];

export const useWindowOnTop = create<{ window: Window | null }>(() => ({ window: null }));

/** Whether this browser has such windows. */
export const hasWindowOnTop = (): boolean => HOST.documentPictureInPicture !== undefined;

/**
 * Opens the one window on top, of this size in px and with this title, in the page's styles; a press of somebody must have led here, or the browser itself. Nothing
 * happens where the browser will not have it.
 */
export async function openWindowOnTop(title: string, size: { width: number; height: number }): Promise<void> {
  if (useWindowOnTop.getState().window !== null) return;
  try {
    const opened = await HOST.documentPictureInPicture?.requestWindow(size);
    if (opened === undefined) return;
    dress(opened.document);
    const looks = new MutationObserver(() => takeOverLook(opened.document));
    looks.observe(document.documentElement, { attributeFilter: LOOK });
    opened.document.title = title;
    useWindowOnTop.setState({ window: opened });
    opened.addEventListener('pagehide', () => {
      looks.disconnect();
      if (useWindowOnTop.getState().window === opened) useWindowOnTop.setState({ window: null });
    });
  } catch (error) {
    console.warn('The browser opens no window on top', error);
  }
}

/** Closes it again, if it is open. */
export function closeWindowOnTop(): void {
  useWindowOnTop.getState().window?.close();
}

function dress(target: Document): void {
  takeOverLook(target);
  for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style'))
    target.head.append(sheet.cloneNode(true));
}

function takeOverLook(target: Document): void {
  for (const name of LOOK) {
    const value = document.documentElement.getAttribute(name);
    if (value === null) target.documentElement.removeAttribute(name);
    else target.documentElement.setAttribute(name, value);
  }
}
