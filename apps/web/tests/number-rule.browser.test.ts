import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole, resize, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

const CALENDAR = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20201225', 'RRULE:FREQ=YEARLY']
  .concat(['SUMMARY:Christmas Day', 'END:VEVENT', 'BEGIN:VEVENT', 'DTSTART:20301224T100000Z', 'END:VEVENT'])
  .concat(['END:VCALENDAR'])
  .join('\r\n');
const CLOSED_SENTENCE = 'the number isn’t open then. The caller hears the busy tone.';

/** Chooses one of a few by the keyboard. */
async function choose(place: Page | Locator, name: string): Promise<void> {
  await place.getByRole('radio', { name, exact: true }).press('Space');
}

/** Asks the tester of the page, by the keyboard, and waits for what it says. */
async function tryCall(page: Page, call: { day: string; time: string; from: string; says: string }): Promise<void> {
  const tester = page.getByTestId('rule-test');
  await tester.getByLabel('Somebody calls on').fill(call.day);
  await tester.getByLabel('at', { exact: true }).fill(call.time);
  await tester.getByLabel('from', { exact: true }).fill(call.from);
  await page.keyboard.press('Enter');
  await tester.getByTestId('rule-tested').getByText(call.says).waitFor();
}

test('somebody says when a number rings, takes it back, says it again and tries it, by the keyboard', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  const inShort = page.getByTestId('rule-in-short');
  await inShort.getByText('Rings all your devices').waitFor();
  await page.getByRole('link', { name: /^What happens when it’s called/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^When \+999/ }).waitFor();
  await page.getByLabel('Time zone').selectOption('Europe/London');

  await choose(page, 'At these hours');
  await choose(page.getByTestId('rule-closed'), 'Busy');
  await page.getByRole('checkbox', { name: 'Saturday' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(async () => await page.getByRole('radio', { name: 'Always open' }).isChecked()).toBe(true);
  expect(await page.getByTestId('rule-saving').count()).toBe(0);

  await page.getByLabel('Time zone').selectOption('Europe/London');
  await choose(page, 'At these hours');
  await choose(page.getByTestId('rule-closed'), 'Busy');
  await page.getByLabel('Blocked numbers').fill('+44 20*');
  await page.getByLabel('Numbers that ring at any time').fill('+1 312 555 0199');
  await page.getByLabel('Add from a calendar file').setInputFiles({
    name: 'holidays.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(CALENDAR),
  });
  const daysOff = page.getByTestId('days-off');
  await daysOff.getByText('1 day off was added. 1 entry was left out').waitFor();
  await daysOff.getByText('Christmas Day').waitFor();

  const caller = '+1 312 555 0123';
  await tryCall(page, { day: '2027-01-13', time: '10:00', from: caller, says: 'the number is open then.' });
  await tryCall(page, { day: '2027-01-13', time: '10:00', from: '+44 20 7946 0123', says: 'this caller is blocked' });
  await tryCall(page, { day: '2027-01-16', time: '10:00', from: caller, says: CLOSED_SENTENCE });
  await tryCall(page, {
    day: '2027-01-16',
    time: '10:00',
    from: '+1 312 555 0199',
    says: 'this caller rings through.',
  });
  await page.getByLabel('Their number may be forged').focus();
  await page.keyboard.press('Space');
  const forged = { day: '2027-01-16', time: '10:00', from: '+1 312 555 0199' };
  await tryCall(page, { ...forged, says: CLOSED_SENTENCE });
  await page.getByLabel('Callers whose number may be forged').selectOption('To voicemail');
  await page.getByRole('heading', { name: 'Voicemail greeting' }).waitFor();
  await tryCall(page, { ...forged, says: 'The caller can leave a voicemail.' });
  await page.getByLabel('Their number may be forged').press('Space');
  await tryCall(page, { day: '2028-12-25', time: '10:00', from: '', says: 'Day off: Christmas Day' });
  await untilFilled(page);
  await expectWhole(page, 'number-rule');
});

test('what is saved is there again and stands in the list, and another window does not overwrite it', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByLabel('Time zone').selectOption('Europe/London');
  await choose(page, 'At these hours');
  await page.getByLabel('Blocked numbers').fill('+44 20*');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByTestId('rule-closed').waitFor();
  expect(await page.getByLabel('Blocked numbers').inputValue()).toBe('+4420*');

  await notOverwritten(page);
  await page.getByRole('link', { name: 'All numbers' }).click();
  await page
    .getByTestId('rule-in-short')
    .getByText(/^Mon–Fri 9:00.AM–5:00.PM, else busy$/)
    .waitFor();
  await keepPicture(page, 'numbers-with-rule');
});

/** What another window saves meanwhile stands, and is shown once it is asked for. */
async function notOverwritten(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Callers who don’t show their number' }).check();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await choose(other.getByTestId('rule-closed'), 'Busy');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await other.close();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Somebody has changed this in the meantime.').waitFor();
  await page.getByRole('button', { name: 'Load it again' }).click();
  await expect
    .poll(async () => await page.getByTestId('rule-closed').getByRole('radio', { name: 'Busy' }).isChecked())
    .toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Callers who don’t show their number' }).isChecked()).toBe(false);
}

test('a number that is wrong is told under its field, which comes into view with the cursor in it', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  const field = page.getByLabel('Numbers that ring at any time');
  await field.fill('nonsense');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByTestId('rule-saving').getByText('Something above isn’t right yet.').waitFor();
  const state = await field.evaluate((area) => {
    const { top, bottom } = area.getBoundingClientRect();
    const isInView = top > 0 && bottom < innerHeight;
    return { isFocused: document.activeElement === area, isInView };
  });
  expect(state).toEqual({ isFocused: true, isInView: true });
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('+44 20 7946 0123');
  expect(await field.getAttribute('aria-invalid')).toBe('false');
});

test('on a telephone Save stays in view, and whoever leaves what is not saved is asked, by a link and by Back', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await resize(page, { width: 360, height: 740 });
  const field = page.getByLabel('Blocked numbers');
  await field.pressSequentially('+44 20*');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const covered = await save.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== button;
  });
  expect(covered).toBe(false);

  const asked = page.getByTestId('unsaved');
  // The part that asks has come.
  const asks = async () => await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asks).toBe(true);
  await page.getByTestId('bottom-bar').getByRole('link', { name: 'Calls' }).click();
  await asked.getByRole('button', { name: 'Stay on this page' }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('+44 20*');
  await page.evaluate(() => history.back());
  await asked.waitFor();
  await asked.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByTestId('rule-in-short').waitFor();
});

test('a greeting that was deleted while its rule was edited is left out, and all else is there to be saved', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  const id = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('farline.token')}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ name: 'Away', language: 'en', text: 'Back on Monday' });
    const added = await fetch('/api/v1/greetings', { method: 'POST', headers, body });
    return ((await added.json()) as { greeting: { id: string } }).greeting.id;
  });
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByLabel('Blocked numbers').fill('+44 20*');
  await choose(page.getByTestId('rule-open'), 'Voicemail');
  const greeting = page.getByTestId('rule-greeting');
  await greeting.getByLabel('Greeting', { exact: true }).selectOption({ label: 'Away' });
  await page.evaluate(async (gone) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('farline.token')}` };
    await fetch(`/api/v1/greetings/${gone}`, { method: 'DELETE', headers });
  }, id);

  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByText('A greeting you chose isn’t there any more.').waitFor();
  await greeting.getByLabel('Your own words').fill('We’re closed.');
  expect(await page.getByLabel('Blocked numbers').inputValue()).toBe('+44 20*');
  await save.click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.reload();
  await greeting.waitFor();
  expect(await page.getByLabel('Blocked numbers').inputValue()).toBe('+4420*');
});

test('do not disturb stands in the list of numbers until it is over', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByRole('checkbox', { name: 'Do not disturb for a while' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All numbers' }).click();
  await page.getByTestId('rule-in-short').getByText('Do not disturb until').waitFor();
  await page.clock.setFixedTime(Date.now() + 3 * 24 * 60 * 60_000);
  await page.getByTestId('rule-in-short').getByText('Rings all your devices').waitFor();
});

test('calls go on to a telephone when nobody answers: its price is shown, tried and saved, also as it is dialled at home', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  const open = page.getByTestId('rule-open');
  await open.waitFor();
  await choose(page, 'Forward it');
  await open.getByLabel('Country', { exact: true }).selectOption('GB');
  await open.getByLabel('Forward to').fill('07700 900123');
  await open.getByText('Calls go to +44 7700 900123.').waitFor();
  await open.getByText(/\$[\d.]+ a minute; 10 minutes cost/).waitFor();
  await open.getByLabel('Seconds to let it ring').fill('15');
  await open.getByLabel('One call may cost at most').fill('2.50');

  const says =
    /^After 15 s without an answer it goes to .*7700 900123.* at \$[\d.]+ a minute\. One call costs \$2\.50 at most\.$/;
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByTestId('rule-tested').getByText(says).waitFor();
  await open.getByLabel('One call may cost at most').fill('3.00');
  await expect.poll(async () => await page.getByTestId('rule-tested').count()).toBe(0);
  await open.getByLabel('One call may cost at most').fill('2.50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(async () => await open.getByLabel('Forward to').inputValue()).toContain('7700 900123');

  await open.getByLabel('Forward to').fill('020 7946 0018');
  await open.getByLabel('Seconds to let it ring').fill('30');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => await open.getByLabel('Forward to').inputValue()).toContain('7700 900123');
  expect(await open.getByLabel('Seconds to let it ring').inputValue()).toBe('15');
  await untilFilled(page);
  await expectWhole(page, 'number-rule-forward');

  await choose(page, 'Forward');
  await open.getByLabel('Forward to').fill('112');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Emergency numbers can’t be called from here.').waitFor();
  await open.getByLabel('Country', { exact: true }).selectOption('GB');
  await open.getByLabel('Forward to').fill('7700 900123');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All numbers' }).click();
  await page
    .getByTestId('rule-in-short')
    .getByText(/^Forwards to .*7700 900123/)
    .waitFor();
});

test('the number of nobody is not found', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers/%2B14155550100/rule`);
  await page.getByText('The number wasn’t found.').waitFor();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
