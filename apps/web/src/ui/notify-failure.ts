import { translateSentence } from '../lib/language/i18n.ts';
import { notify } from '../lib/page/notify.ts';
import type { Failure } from './failure-box.tsx';

/** Tells of a failure whose dialog was closed meanwhile. It stands until it is dismissed: nothing else tells of it. */
export async function notifyFailure({ title, sentence }: Failure): Promise<void> {
  const said = translateSentence(sentence);
  await notify({ type: 'error', message: title === undefined ? said : `${title}: ${said}`, durationMs: 0 });
}
