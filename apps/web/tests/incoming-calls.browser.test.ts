import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type CallIn, callIn, type Lines, ownNumber, watchLines } from './support/calls-in.ts';
import { expectSoundBothWays } from './support/sound-both-ways.ts';
import { microphonesOf, noteMicrophones } from './support/microphones.ts';
import { enter, type Person, signIn, signOut } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, leaveSoundAlone } from './support/stage.ts';
import { toneStage } from './support/tone-stage.ts';

/** Calls that come in, from a telephone out there through the engine to the open page. */

const TONE_HZ = 1_000;
const CALLER = '+447700900555';
const PATIENCE = { timeout: 30_000, interval: 100 };
const LATE = { timeout: 60_000, interval: 200 };

const stage = await toneStage(TONE_HZ);

/** A page in a window of its own, signed in and registered. */
async function open(way: (page: Page) => Promise<Person>): Promise<{ page: Page; person: Person; lines: Lines }> {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  await noteMicrophones(page);
  const lines = watchLines(page);
  const person = await way(page);
  await expect.poll(lines.registrations, PATIENCE).toBeGreaterThan(0);
  return { page, person, lines };
}

const newPerson = async () => await open(async (page) => await enter(page, `${stack.url}/dashboard`));
const again = async (person: Person) =>
  await open(async (page) => {
    await signIn(page, stack.url, person);
    return person;
  });

const panelOn = (page: Page) => page.getByTestId('incoming-call');
const gone = async (page: Page) => await panelOn(page).waitFor({ state: 'detached' });
const refusalOf = async (call: CallIn, status: number) =>
  await expect.poll(async () => (await call.record()).status, PATIENCE).toBe(status);

const expectSound = async (page: Page, call: CallIn) => await expectSoundBothWays(page, call, TONE_HZ);

test('a number that the carrier found forged is said to be, while it rings and in the history', async () => {
  const { page } = await newPerson();
  const call = await callIn(await ownNumber(page), CALLER, { verstat: 'TN-Validation-Failed' });
  await panelOn(page).getByText('Possibly forged: the carrier checked this number').waitFor();
  await keepPicture(page, 'incoming-forged');
  await call.end();
  await gone(page);
  await page.goto(`${stack.url}/calls`);
  const person = page.getByTestId('people-list').locator('[data-peer]');
  await person.getByTestId('caller-doubt-sign').waitFor();
  expect(await person.getAttribute('data-last')).toBe('missed');
  expect(await person.textContent()).toContain('Missed call');
  await page.goto(`${stack.url}/calls?view=all`);
  await page.getByTestId('caller-doubt-sign').first().waitFor();
  await keepPicture(page, 'history-forged');
});

test('it rings, Answer pressed twice answers once, both sides hear each other, it costs nothing, and hanging up ends it', async () => {
  const { page } = await newPerson();
  const call = await callIn(await ownNumber(page), CALLER);
  await panelOn(page).waitFor();
  expect(await microphonesOf(page)).toEqual([]);
  await page.getByTestId('answer').dblclick();

  await phoneOn(page).reaches('in-call');
  await gone(page);
  await expectSound(page, call);
  expect(await page.getByTestId('running-cost').textContent()).toBe('free');
  expect(await phoneOn(page).root.textContent()).toContain('+44 7700 900555');
  await keepPicture(page, 'incoming-answered');

  await page.getByTestId('mute').click();
  expect(await microphonesOf(page)).toEqual(['muted']);
  await page.getByTestId('mute').click();
  await page.getByTestId('hold').click();
  await phoneOn(page).root.getByText('They’re on hold.').waitFor();
  await page.getByTestId('hold').click();
  await expect.poll(async () => await page.getByTestId('hold').textContent(), PATIENCE).toBe('Hold');
  await expectSound(page, call);

  await phoneOn(page).hangUp();
  await phoneOn(page).reaches('ended');
  expect(await microphonesOf(page)).toEqual(['ended']);
  await expect.poll(async () => (await call.record()).endedBy, PATIENCE).toBe('callee');
  expect((await phoneOn(page).readEnd()).price).toBe('No charge');
  expect(stage.complaints).toEqual([]);
});

test('declined it is over for the caller, and no microphone was opened', async () => {
  const { page } = await newPerson();
  const call = await callIn(await ownNumber(page), CALLER);
  await panelOn(page).getByTestId('decline').click();
  await gone(page);
  await refusalOf(call, 603);
  expect(await microphonesOf(page)).toEqual([]);
});

test('To voicemail, or V, has the caller leave a message at once, whatever else rings, and no microphone is opened', async () => {
  const { page, person } = await newPerson();
  const { page: other } = await again(person);
  const number = await ownNumber(page);
  const left = () => expect.poll(async () => await page.getByTestId('voicemail').count(), LATE);
  await callIn(number, CALLER, { says: 620 });
  await panelOn(other).waitFor();
  await panelOn(page).getByRole('button', { name: 'To voicemail' }).click();
  await Promise.all([gone(page), gone(other)]);
  await page.goto(`${stack.url}/messages/voicemail`);
  await left().toBe(1);

  await Promise.all([callIn(number, '+447700900777', { says: 620 }), panelOn(page).waitFor()]);
  const pressed = async () => await page.keyboard.press('v').then(async () => await panelOn(page).count());
  await expect.poll(pressed, PATIENCE).toBe(0);
  await gone(other);
  await left().toBe(2);
  expect(await microphonesOf(page)).toEqual([]);
});

test('a caller who gives up takes the panel away', async () => {
  const { page } = await newPerson();
  const call = await callIn(await ownNumber(page), 'anonymous');
  await panelOn(page).waitFor();
  expect(await page.getByTestId('who-calls').textContent()).toBe('Number not shown');
  await call.end();
  await gone(page);
});

test('two browsers ring together: what one answers is gone from the other at once', async () => {
  const { page: one, person } = await newPerson();
  const { page: other } = await again(person);
  const call = await callIn(await ownNumber(one), CALLER);
  await Promise.all([panelOn(one).waitFor(), panelOn(other).waitFor()]);
  await other.getByTestId('answer').click();
  await phoneOn(other).reaches('in-call');
  await gone(one);
  expect(await phoneOn(one).reaches('idle')).toBe('idle');
  await expectSound(other, call);
  await call.end();
  await phoneOn(other).reaches('ended');
});

test('of two browsers that answer at the same instant one has the call, and the other is left with nothing', async () => {
  const { page: one, person } = await newPerson();
  const { page: other } = await again(person);
  const pages = [one, other];
  const call = await callIn(await ownNumber(one), CALLER);
  await Promise.all(pages.map(async (page) => await panelOn(page).waitFor()));
  // Where the panel has gone already, the other browser was quicker.
  const press = () => document.querySelector<HTMLElement>('[data-testid="answer"]')?.click();
  await Promise.all(pages.map(async (page) => await page.evaluate(press)));

  await Promise.all(pages.map(gone));
  const words = async () =>
    await Promise.all(pages.map(async (page) => (await phoneOn(page).root.getAttribute('data-state')) ?? ''));
  await expect.poll(async () => (await words()).toSorted(), PATIENCE).toEqual(['idle', 'in-call']);
  const talking = (await words())[0] === 'in-call' ? one : other;
  await expectSound(talking, call);
  await call.end();
  await phoneOn(talking).reaches('ended');
});

test('a second call waits while the first is talked on: held and answered, swapped, and taken back when it ends', async () => {
  const { page } = await newPerson();
  const number = await ownNumber(page);
  const first = await callIn(number, CALLER);
  await page.getByTestId('answer').click();
  await phoneOn(page).reaches('in-call');
  await expectSound(page, first);

  const second = await callIn(number, '+447700900777');
  await panelOn(page).getByText('Another call is coming in').waitFor();
  await keepPicture(page, 'incoming-waiting-1600');
  await page.setViewportSize({ width: 360, height: 740 });
  await keepPicture(page, 'incoming-waiting-360');
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByTestId('hold-and-answer').click();
  const parked = page.getByTestId('parked-call');
  await parked.getByText(/900555 is waiting/).waitFor();
  await expectSound(page, second);
  await keepPicture(page, 'incoming-parked');

  await page.getByTestId('swap').click();
  await parked.getByText(/900777 is waiting/).waitFor();
  await expect.poll(async () => await page.getByTestId('hold').textContent(), PATIENCE).toBe('Hold');
  await phoneOn(page).hangUp();
  await parked.waitFor({ state: 'detached' });
  expect(await phoneOn(page).reaches('in-call')).toBe('in-call');
  await expect.poll(async () => (await first.record()).endedBy, PATIENCE).toBe('callee');
  await expectSound(page, second);
  await second.end();
  await phoneOn(page).reaches('ended');
  expect(await microphonesOf(page)).toEqual(['ended']);
  expect(stage.complaints).toEqual([]);
});

test('a second call may be declined: its caller hears busy, and the first goes on', async () => {
  const { page } = await newPerson();
  const number = await ownNumber(page);
  const first = await callIn(number, CALLER);
  await page.getByTestId('answer').click();
  await phoneOn(page).reaches('in-call');
  const second = await callIn(number, '+447700900777');
  await panelOn(page).getByTestId('decline').click();
  await refusalOf(second, 486);
  await expectSound(page, first);
  await first.end();
  await phoneOn(page).reaches('ended');
});

test('a second caller may be sent to voicemail, and the first goes on', async () => {
  const { page } = await newPerson();
  const number = await ownNumber(page);
  const first = await callIn(number, CALLER);
  await page.getByTestId('answer').click();
  await phoneOn(page).reaches('in-call');
  const second = await callIn(number, '+447700900777');
  await panelOn(page).getByTestId('to-voicemail').click();
  await gone(page);
  await refusalOf(second, 200);
  await expectSound(page, first);
  await second.end();
  await first.end();
  await phoneOn(page).reaches('ended');
});

test('the practice number that calls back rings in the page that dialled it, and is not taken for the call before', async () => {
  const { page } = await newPerson();
  await phoneOn(page).type('+447700900009');
  await phoneOn(page).call();
  await panelOn(page).waitFor();
  expect(await page.getByTestId('who-calls').textContent()).toContain('+44 7700 900009');
  await phoneOn(page).reaches('ended');
  await page.getByTestId('answer').click();
  await phoneOn(page).reaches('in-call');
  await phoneOn(page).hangUp();
  await phoneOn(page).reaches('ended');
});

test('a page that is loaded again while it rings is whole, rings again for that call, and at the next one', async () => {
  const { page, lines } = await newPerson();
  const number = await ownNumber(page);
  const first = await callIn(number, CALLER);
  await panelOn(page).waitFor();
  const before = lines.registrations();
  await page.reload();
  await expect.poll(lines.registrations, PATIENCE).toBeGreaterThan(before);
  await page.getByTestId('who-calls').getByText('900555').waitFor();
  await first.end();
  await gone(page);

  const second = await callIn(number, '+447700900777');
  await page.getByTestId('who-calls').getByText('900777').waitFor();
  await page.getByTestId('answer').click();
  await phoneOn(page).reaches('in-call');
  await expectSound(page, second);
  await second.end();
  await phoneOn(page).reaches('ended');
});

test('of two tabs one rings; where somebody talks the next call waits', async () => {
  const { page: one, lines: linesOfOne } = await newPerson();
  const number = await ownNumber(one);
  const other = await one.context().newPage();
  const lines = watchLines(other);
  await other.goto(`${stack.url}/dashboard`);
  await phoneOn(other).type('*43');
  await phoneOn(other).call();
  await phoneOn(other).reaches('in-call');
  await expect.poll(lines.registrations, PATIENCE).toBeGreaterThan(0);
  await expect.poll(linesOfOne.open, PATIENCE).toBe(0);

  const call = await callIn(number, CALLER);
  await panelOn(other).getByText('Another call is coming in').waitFor();
  expect(await panelOn(one).count()).toBe(0);
  await other.getByTestId('end-and-answer').click();
  await gone(other);
  await phoneOn(other).root.getByText('900555').waitFor();
  expect(await phoneOn(other).reaches('in-call')).toBe('in-call');
  await call.end();
  await phoneOn(other).reaches('ended');
});

test('whoever signs out is not called any more', async () => {
  const { page } = await newPerson();
  const number = await ownNumber(page);
  await signOut(page);
  const call = await callIn(number, CALLER);
  await refusalOf(call, 480);
  expect(await panelOn(page).count()).toBe(0);
});
