import { createPart } from '../lib/page/part.ts';
import { startWhenQuiet, whenQuiet } from '../lib/page/when-quiet.ts';
import { loadLater } from '../ui/later/later.tsx';

const leisure = createPart(async () => await import('./at-leisure.ts'));

/**
 * Once the first view stands and has its figures: fetches what it did not need, so that the next press waits for nothing, and what is to be
 * said without a network is there already.
 */
export function loadTheRest(): () => void {
  const stops = [
    startWhenQuiet(leisure, ({ atLeisure }) => atLeisure()),
    whenQuiet(
      () => void Promise.allSettled([loadLater(), import('./unreachable.tsx'), import('../lib/page/show-toast.ts')]),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
