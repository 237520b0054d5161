import { expect } from 'vitest';
import { stack } from './stack.ts';

interface NewContact {
  name: string;
  numbers: { number: string }[];
  tags?: string[];
}

/** Adds a contact to the account that this token is of, as its API does. */
export async function addContact(token: string, contact: NewContact): Promise<void> {
  const added = await fetch(`${stack.url}/api/v1/contacts`, {
    method: 'POST',
    body: JSON.stringify(contact),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  expect(added.status).toBe(201);
}
