export { CallBar, EndedBar } from './call-bar.tsx';
export { CallOnTop, KeepOnTop } from './call-on-top.tsx';
export { CallView } from './call-view.tsx';
export { ElsewhereView } from './elsewhere-view.tsx';
export { EndedView } from './ended-view.tsx';
export { IncomingPanel } from './incoming-panel.tsx';
export { StartingMark } from './practice-mark.tsx';
export { ProblemBox } from './problem-box.tsx';
export { SoundSettings } from './sound-settings.tsx';
