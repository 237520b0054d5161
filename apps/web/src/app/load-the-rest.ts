import { createPart } from '../lib/page/part.ts';
import { savesData } from '../lib/page/saves-data.ts';
import { startWhenQuiet, whenQuiet } from '../lib/page/when-quiet.ts';
import { loadLater } from '../ui/later/later.tsx';

const leisure = createPart(async () => await import('./at-leisure.ts'));

/**
 * Once the first view stands and has its figures: fetches what it did not need, so that the next press waits for nothing, and what is to be
 * said without a network is there already. Who asks their browser to save data is sent nothing but that for which nobody can ask.
 */
export function loadTheRest(): () => void {
  const stops = [
    startWhenQuiet(leisure, ({ atLeisure }) => atLeisure()),
    whenQuiet(
      () =>
        void Promise.allSettled([
          savesData() || loadLater(),
          import('./unreachable.tsx'),
          import('../lib/page/show-toast.ts'),
          import('../lib/session/owed-sign-out.ts'),
        ]),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
