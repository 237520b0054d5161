import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCall } from '../src/features/phone/testing/a-call.ts';
import { addContact } from './support/contacts.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { confirmedAccount, signIn, somebody } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('a call’s page has the tags and the note of whom it was with, and the note is written there', async () => {
  const person = somebody();
  const at = new Date().toISOString();
  const call = aCall({ id: randomUUID(), status: 'completed', duration: 60, startTime: at, endedAt: at });
  const { token } = await confirmedAccount(stack.url, person);
  await addContact(token, { name: 'Zoë Quick', numbers: [{ number: call.to }], tags: ['Choir'] });
  const page = await stage.openTab();
  await signIn(page, stack.url, person);
  const parts = { timeline: [], route: [], priceLines: [], quality: null, archivedAt: null, forward: null };
  await page.route(`**/api/v1/calls/${call.id}`, async (route) => await route.fulfill({ json: { call, ...parts } }));
  await page.goto(`${stack.url}/calls/${call.id}`);
  await untilFilled(page);
  const kept = page.getByTestId('kept-of-person');
  await kept.getByRole('list', { name: 'Tags' }).getByText('Choir').waitFor();
  await kept.getByRole('button', { name: 'Note' }).click();
  await page.getByTestId('note-dialog').getByRole('textbox').fill('Sings on Tuesdays.');
  await page.getByTestId('note-dialog').getByRole('button', { name: 'Save' }).click();
  await kept.getByText('Sings on Tuesdays.').waitFor();
  await expectWhole(page, 'call-note');
  expect(stage.complaints).toEqual([]);
});
