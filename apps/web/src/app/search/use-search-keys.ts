import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isInList, isTyping } from '../../features/phone/views/use-phone-keys.ts';
import { isKey } from '../../features/phone/views/use-ring-keys.ts';
import { useOpenDialogs } from '../../lib/page/open-dialogs.ts';
import { show, useInFront } from '../in-front/in-front-store.ts';
import { WAYS_AROUND } from '../ways-around.ts';

/** After G the next key counts for so long. */
const THEN_MS = 1_500;
/** A question mark as the languages' keyboards have it. */
const QUESTION_MARKS = ['?', '؟', '？'];

/** The keys that open the search and the list of keys, and lead to a page, where nobody types: Ctrl or ⌘ with K, /, ?, and G with a second one. */
export function useSearchKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wentAt = -THEN_MS;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (isTypedEarly(event)) return event.preventDefault();
      const isGoing = performance.now() - wentAt < THEN_MS;
      wentAt = -THEN_MS;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && isKey(event, 'K')) {
        const { is } = useInFront.getState().shown;
        if (is !== 'search' && useOpenDialogs.getState().count > 0) return;
        event.preventDefault();
        return show(is === 'search' ? { is: 'nothing' } : { is: 'search', typed: '' });
      }
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || isInList(target)) return;
      if (useOpenDialogs.getState().count > 0) return;
      const way = isGoing ? WAYS_AROUND.find(({ key }) => key !== undefined && isKey(event, key)) : undefined;
      if (way !== undefined) void navigate(way.to);
      else if (event.key === '/') show({ is: 'search', typed: '' });
      else if (QUESTION_MARKS.includes(event.key)) show({ is: 'keys' });
      else {
        if (isKey(event, 'G')) wentAt = performance.now();
        return;
      }
      event.preventDefault();
    };
    // Before the phone's keys, and those of a call that rings: the second of two keys is neither's. On the window, since each navigation adds
    // this listener anew, behind those that the document has by then.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [navigate]);
}

/**
 * Whether the search was opened and its script is still on its way: what is typed meanwhile is kept for its field. Else the phone would
 * dial it, and call at Enter.
 */
function isTypedEarly({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const { shown } = useInFront.getState();
  if (shown.is !== 'search' || useOpenDialogs.getState().count > 0 || ctrlKey || metaKey || altKey) return false;
  const { typed } = shown;
  if (key === 'Enter') return !(target instanceof Element && target.closest('button, a'));
  if (key === 'Escape') show({ is: 'nothing' });
  else if (key === 'Backspace') show({ is: 'search', typed: typed.slice(0, -1) });
  else if ([...key].length === 1) show({ is: 'search', typed: typed + key });
  else return false;
  return true;
}
