import { loadable } from '../lib/page/later.tsx';

/** What stands around the pages of signed-in people, and only of them. */
export const SignedInFrame = loadable(async () => (await import('./signed-in-frame.tsx')).SignedInFrame);
export const SignedInBar = loadable(async () => (await import('./signed-in-bar.tsx')).SignedInBar);
