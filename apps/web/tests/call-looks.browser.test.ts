import { expect, test } from 'vitest';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('pages behind sign-in are whole on each width, in both colours, before, in and after a call', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await page.getByTestId('figure-balance').waitFor();
  await page.getByText('No calls yet', { exact: true }).waitFor();
  await expectWhole(page, 'dashboard');

  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.readQuote();
  await expectWhole(page, 'phone');
  await phone.call();
  await phone.reaches('in-call');
  await expectWhole(page, 'phone-in-call');
  await phone.hangUp();
  await phone.readEnd();
  await expectWhole(page, 'phone-ended');
  await page.goto(`${stack.url}/calls?view=all`);
  await page.getByTestId('call-list').getByRole('button').first().click();
  await page.getByTestId('call-detail').waitFor();
  await expectWhole(page, 'calls');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
