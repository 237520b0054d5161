import type { Country } from '@farline/contracts/rates';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Entry } from './find-entries.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

interface Acts {
  choose: (entry: Entry<Country>) => void;
  write: (entry: Extract<Entry<Country>, { is: 'person' }>) => void;
}

/**
 * The entry that Enter means, of a field whose list stands below it (ARIA combobox): the first as soon as something is typed, another by arrow keys or
 * the pointer. Nothing is meant of an empty field until one moves: Enter alone would call whoever was called last. `press`
 * says whether the key was taken.
 */
export function useChoice(id: string, typed: string, entries: readonly Entry<Country>[], { choose, write }: Acts) {
  const [wanted, setWanted] = useState({ typed, at: -1 });
  const first = typed.trim() === '' ? -1 : 0;
  const at = Math.min(wanted.typed === typed ? Math.max(wanted.at, first) : first, entries.length - 1);
  const current = entries[at];
  const currentId = current === undefined ? undefined : `${id}-${current.id}`;
  const move = (to: number): void => setWanted({ typed, at: to });
  useInView(currentId);
  const press = (event: KeyboardEvent): boolean => {
    const step = STEPS[event.key];
    if (step !== undefined) move(Math.max(0, Math.min(entries.length - 1, at + step)));
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing || current === undefined) return false;
    else if (!event.repeat) {
      if ((event.ctrlKey || event.metaKey) && current.is === 'person') write(current);
      else choose(current);
    }
    event.preventDefault();
    return true;
  };
  return { current, currentId, press, mean: (entry: Entry<Country>): void => move(entries.indexOf(entry)) };
}

/** Keeps the one that Enter means where it can be seen. */
function useInView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}
