// The run's own set-up declares what `inject` gives.
import type {} from './picture-run.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { isTooWide, resize } from '../support/looks.ts';
import { comparePictures } from './compare-pictures.ts';
import { type Picture, readPicture, storePicture } from './stored-picture.ts';

const LOOKS = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
].flatMap((size) => (['light', 'dark'] as const).map((colours) => ({ ...size, colours })));
type Look = (typeof LOOKS)[number];

/** A state of the product: how a page comes to it, and what in it is never the same twice. */
export interface KeyState {
  name: string;
  open(): Promise<Page>;
  changing?(page: Page): Locator[];
}

/** Each state looks as it does in its stored pictures, at each width and in both colours. */
export function expectPictures(states: readonly KeyState[]): void {
  describe.each(states)('$name', ({ name, open, changing }) => {
    let page: Page;
    beforeAll(async () => {
      page = await open();
      await page.waitForFunction(() => document.querySelector('[data-waits]') === null);
    });

    test.each(LOOKS)('$width px, $colours', async (look) => {
      await turn(page, look);
      await expectPicture(`${name}-${look.width}-${look.colours}`, async () => {
        const mask = changing?.(page) ?? [];
        return readPicture(await page.screenshot({ animations: 'disabled', caret: 'hide', mask }));
      });
    });
  });
}

/** Gives the page a width and colours, points at nothing, and waits until its letters are there and nothing moves. */
async function turn(page: Page, { width, height, colours }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: colours });
  await page.mouse.move(0, 0);
  await resize(page, { width, height });
  expect(await isTooWide(page), 'the page scrolls sideways').toBe(false);
}

/** What comes a moment after a change of width is waited for so often. */
const LOOKS_AGAIN = 20;
const PAUSE_MS = 250;
const { isUpdated, differences } = inject('pictures');

/** What is taken is as stored, at once or when it has come to rest; or it is stored where it differs, if that is what the run is for. */
async function expectPicture(name: string, take: () => Promise<Picture>): Promise<void> {
  const path = join(import.meta.dirname, 'baselines', `${name}.png`);
  if (isUpdated) return await update(path, take);
  if (!existsSync(path)) throw new Error(`${path} is not there: npm run test:pictures -- --update writes it`);
  const stored = readPicture(readFileSync(path));
  if (comparePictures(stored, await take()) === null) return;
  const taken = await takeAtRest(take);
  const difference = comparePictures(stored, taken);
  if (difference === null) return;
  const left = join(differences, name);
  keep(`${left}.png`, storePicture(taken));
  keep(`${left}-differs.png`, storePicture(difference.picture));
  throw new Error(`${difference.words}. Taken: ${left}.png; in red what differs: ${left}-differs.png; stored: ${path}`);
}

async function update(path: string, take: () => Promise<Picture>): Promise<void> {
  const taken = await takeAtRest(take);
  if (existsSync(path) && comparePictures(readPicture(readFileSync(path)), taken) === null) return;
  keep(path, storePicture(taken));
}

/** Twice the same to the eye: an edge may be smoothed otherwise each time. */
async function takeAtRest(take: () => Promise<Picture>): Promise<Picture> {
  let taken = await take();
  for (let time = 0; time < LOOKS_AGAIN; time += 1) {
    await new Promise((later) => setTimeout(later, PAUSE_MS));
    const before = readPicture(storePicture(taken));
    taken = await take();
    if (comparePictures(before, taken) === null) return taken;
  }
  throw new Error('It never stands still.');
}

function keep(path: string, png: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, png);
}
