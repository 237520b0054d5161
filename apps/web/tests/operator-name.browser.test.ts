import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCall } from '../src/features/phone/testing/a-call.ts';
import { untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const FAR = { name: 'Far & Co', lines: ['12 Harbour Street'], country: null, taxId: null, email: 'help@example.com' };
/** What stands in the place of an archived call's quality, and at the foot of the page. */
const NAMED = ['archived by Far & Co.', 'Ask Far & Co (help@example.com).'];
const UNNAMED = ['archived by whoever runs this service.', 'Ask whoever gave you its address.'];

test.each([
  ['named', FAR, NAMED],
  ['not named', null, UNNAMED],
])('whoever runs this, %s, is whom questions go to and who archived a call', async (said, operator, sentences) => {
  const page = await stage.openTab();
  await page.route('**/api/v1/operator', async (route) => {
    await route.fulfill({ json: { operator, transcription: null, reachesRealPhones: true } });
  });
  await enter(page, `${stack.url}/dashboard`);
  const at = new Date().toISOString();
  const call = aCall({
    id: randomUUID(),
    status: 'completed',
    duration: 60,
    reasonText: 'You hung up.',
    startTime: at,
    endedAt: at,
  });
  const parts = { timeline: [], route: [], priceLines: [], quality: null, archivedAt: at, forward: null };
  await page.route(`**/api/v1/calls/${call.id}`, async (route) => await route.fulfill({ json: { call, ...parts } }));
  await page.goto(`${stack.url}/calls/${call.id}`);
  await untilFilled(page);
  await page.getByTestId('technical-details').locator('summary').click();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  for (const sentence of sentences) await page.getByText(sentence).waitFor();
  await keepPicture(page, `operator-${said.replace(' ', '-')}`);
  await page.unrouteAll();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
