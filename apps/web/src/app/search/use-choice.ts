import type { Country } from '@farline/contracts/rates';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Entry } from './find-entries.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

interface Acts {
  choose: (entry: Entry<Country>) => void;
  write: (entry: Extract<Entry<Country>, { is: 'person' }>) => void;
}

/** Which entry is chosen, and of which typed text's list. */
interface Chosen {
  typed: string;
  id: string;
}

/**
 * The entry that Enter means: whichever is chosen, wherever the list has it by now, else the first. Nothing is meant of an empty field until one
 * moves: Enter alone would call whoever was called last.
 */
export function meantEntry<One extends Pick<Entry, 'id'>>(
  entries: readonly One[],
  typed: string,
  chosen: Chosen | null,
): One | undefined {
  const kept = chosen?.typed === typed ? entries.find(({ id }) => id === chosen.id) : undefined;
  return kept ?? (typed.trim() === '' ? undefined : entries[0]);
}

/**
 * The entry that Enter means, of a field whose list stands below it (ARIA combobox): the first as soon as something is typed, another by arrow keys or
 * the pointer. It stays the same while the list changes under it. `press` says whether the key was taken.
 */
export function useChoice(id: string, typed: string, entries: readonly Entry<Country>[], { choose, write }: Acts) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const current = meantEntry(entries, typed, chosen);
  const mean = (entry: Entry<Country> | undefined): void => {
    if (entry !== undefined) setChosen({ typed, id: entry.id });
  };
  // Also who is meant for being the first: once that is seen, whoever comes before them later is not called instead.
  if (current !== undefined && (chosen?.typed !== typed || chosen.id !== current.id)) mean(current);
  const currentId = current === undefined ? undefined : `${id}-${current.id}`;
  useInView(currentId);
  const press = (event: KeyboardEvent): boolean => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const at = current === undefined ? -1 : entries.indexOf(current);
      mean(entries[Math.max(0, Math.min(entries.length - 1, at + step))]);
    } else if (event.key !== 'Enter' || event.nativeEvent.isComposing || current === undefined) return false;
    else if (!event.repeat) {
      if ((event.ctrlKey || event.metaKey) && current.is === 'person') write(current);
      else choose(current);
    }
    event.preventDefault();
    return true;
  };
  return { current, currentId, press, mean };
}

/** Keeps the one that Enter means where it can be seen. */
function useInView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}
