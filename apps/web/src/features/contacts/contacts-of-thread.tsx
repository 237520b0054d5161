import type { ReactNode } from 'react';
import { AddNumber } from './add-number.tsx';
import { OpenContact } from './open-contact.tsx';
import { TagsOfNumber } from './tag.tsx';

/** What the contacts give a thread, wherever it stands. */
export const CONTACTS_OF_THREAD = {
  add: (number: string) => <AddNumber number={number} />,
  tags: (number: string) => <TagsOfNumber number={number} />,
  open: (number: string, name: ReactNode) => <OpenContact number={number}>{name}</OpenContact>,
};
