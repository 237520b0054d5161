import { later } from '../../../lib/page/later.tsx';

/** What the phone shows of calls: none is under way as the page comes, and all of it is there before one can be. */
const views = async () => await import('./call-views.ts');

export const CallBar = later(async () => (await views()).CallBar);
export const CallView = later(async () => (await views()).CallView);
export const ElsewhereView = later(async () => (await views()).ElsewhereView);
export const EndedBar = later(async () => (await views()).EndedBar);
export const EndedView = later(async () => (await views()).EndedView);
export const IncomingPanel = later(async () => (await views()).IncomingPanel);
export const ProblemBox = later(async () => (await views()).ProblemBox);
export const SoundSettings = later(async () => (await views()).SoundSettings);
export const StartingView = later(async () => (await views()).StartingView);
