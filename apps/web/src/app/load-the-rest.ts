import { loadLater } from '../lib/page/later.tsx';
import { whenQuiet } from '../lib/page/when-quiet.ts';

/**
 * Once the first view stands and has its figures: fetches what it did not need, so that the next press waits for nothing, and what is to be
 * said without a network is there already.
 */
export function loadTheRest(): () => void {
  let stopKeeping = (): void => undefined;
  let isOver = false;
  const stopWaiting = whenQuiet(() => {
    import('./keep-page.ts').then(
      ({ keepPage }) => {
        if (!isOver) stopKeeping = keepPage();
      },
      (error: unknown) => console.warn('Nothing is kept for a page without a network', error),
    );
    void Promise.allSettled([
      loadLater(),
      import('./toaster.tsx'),
      import('./unreachable.tsx'),
      import('../lib/page/show-toast.ts'),
    ]);
  });
  return () => {
    isOver = true;
    stopWaiting();
    stopKeeping();
  };
}
