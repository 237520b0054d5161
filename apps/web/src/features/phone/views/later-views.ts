import { createPart } from '../../../lib/page/part.ts';
import { laterOf } from '../../../ui/later/later.tsx';
import { threeWaySound } from '../call-line.ts';
import { neededForCalls } from '../line/prepare-call.ts';
import { microphoneChange } from '../microphone-control.ts';

/** What the phone shows once somebody types or calls: no call is under way as the page comes, and all of it is there before one can be. */
const views = createPart(async () => await import('./call-views.ts'));
neededForCalls(views.load);
neededForCalls(threeWaySound.load);
neededForCalls(microphoneChange.load);

export const CallBar = laterOf(views, (of) => of.CallBar, { missing: 'nothing' });
export const CallOnTop = laterOf(views, (of) => of.CallOnTop, { missing: 'nothing' });
export const CallView = laterOf(views, (of) => of.CallView);
export const ElsewhereView = laterOf(views, (of) => of.ElsewhereView);
export const EndedBar = laterOf(views, (of) => of.EndedBar, { missing: 'nothing' });
export const EndedView = laterOf(views, (of) => of.EndedView);
export const IncomingPanel = laterOf(views, (of) => of.IncomingPanel, { missing: 'nothing' });
export const KeepOnTop = laterOf(views, (of) => of.KeepOnTop, { missing: 'nothing' });
export const ProblemBox = laterOf(views, (of) => of.ProblemBox);
export const SoundSettings = laterOf(views, (of) => of.SoundSettings);
export const StartingMark = laterOf(views, (of) => of.StartingMark, { missing: 'nothing' });
export const TermsNote = laterOf(views, (of) => of.TermsNote, { missing: 'nothing' });
