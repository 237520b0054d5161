import { keepPage } from './keep-page.ts';
import { loadNear } from './load-near.ts';

/** What is done for whoever is signed in once their page has nothing better to do. Gives what stops it. */
export function atLeisure(): () => void {
  const stops = [keepPage(), loadNear()];
  return () => {
    for (const stop of stops) stop();
  };
}
