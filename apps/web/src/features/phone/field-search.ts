import type { KeyboardEvent } from 'react';
import { create } from 'zustand';

/** The list below the number field (app/search/field-results.tsx): what the field says of it, and what its keys do there. */
interface FieldList {
  id: string;
  /** The option that Enter means. */
  currentId: string | undefined;
  /** Gives whether the key was the list's. */
  press: (event: KeyboardEvent) => boolean;
}

/** Null: nothing is looked for. */
export const useFieldSearch = create<{ list: FieldList | null }>(() => ({ list: null }));
