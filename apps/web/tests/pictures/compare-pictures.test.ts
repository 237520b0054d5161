import { expect, test } from 'vitest';
import { comparePictures } from './compare-pictures.ts';
import { type Picture, readPicture, storePicture } from './stored-picture.ts';

/** What a comparison finds, and what it leaves in peace, on letters drawn here: bars and bowls with smoothed edges. */

type Shape = (x: number, y: number) => boolean;
const WIDTH = 160;
const HEIGHT = 60;
const FINE = 8;

const bar =
  (left: number, top: number, width: number, height: number): Shape =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height;
const bowl =
  (middleX: number, middleY: number, radius: number): Shape =>
  (x, y) => {
    const distance = Math.hypot(x - middleX, y - middleY);
    return distance <= radius && distance >= radius - 1.6;
  };
/** A p: a bowl on the line, and a stem with a foot of four pixels below it. */
const letter = (left: number, line: number): Shape[] => [bowl(left + 5, line - 4.5, 4.5), bar(left, line - 9, 1.6, 13)];
const word = (left: number, line: number): Shape[] => [0, 12, 24, 36].flatMap((offset) => letter(left + offset, line));

/** Draws shapes in ink on paper, each pixel as dark as the shapes cover it. */
function draw(shapes: readonly Shape[], { ink = 20, paper = 250 } = {}): Picture {
  const data = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    let covered = 0;
    for (let part = 0; part < FINE * FINE; part += 1) {
      const x = (pixel % WIDTH) + ((part % FINE) + 0.5) / FINE;
      const y = Math.floor(pixel / WIDTH) + (Math.floor(part / FINE) + 0.5) / FINE;
      if (shapes.some((shape) => shape(x, y))) covered += 1;
    }
    data.fill(Math.round(paper + ((ink - paper) * covered) / FINE ** 2), pixel * 4, pixel * 4 + 3);
  }
  return { width: WIDTH, height: HEIGHT, data };
}

const below =
  (line: number, shape: Shape): Shape =>
  (x, y) =>
    y < line && shape(x, y);
const WORD = word(20, 30);
const stored = readPicture(storePicture(draw(WORD)));

test('a picture is as it was stored, though it was stored in fewer colours', () => {
  expect(comparePictures(stored, draw(WORD))).toBeNull();
});

test.each([
  ['a word that moved by two pixels', word(22, 30)],
  ['a word that moved by one pixel downwards', word(20, 31)],
  ['letters whose feet are cut', WORD.map((shape) => below(31, shape))],
  ['one letter whose foot is cut', [...word(20, 30).slice(0, 6), ...letter(56, 30).map((shape) => below(31, shape))]],
  ['two words in one place', [...WORD, ...word(24, 33)]],
  ['a letter that is missing', WORD.slice(2)],
  ['something that lies on the end of the word', [...WORD, bar(60, 10, 40, 30)]],
])('%s: found', (_fault, shapes) => {
  expect(comparePictures(stored, draw(shapes))?.words).toMatch(/^\d+ pixels of one square of 16 px differ$/);
});

test.each([
  ['edges that are smoothed from another fraction of a pixel', draw(word(20.15, 30.1))],
  ['ink that is a shade lighter', draw(WORD, { ink: 30 })],
  ['paper that is a shade darker', draw(WORD, { paper: 247 })],
])('%s: not found', (_noise, taken) => {
  expect(comparePictures(stored, taken)).toBeNull();
});

test('a picture of another size is said to be one', () => {
  expect(comparePictures(stored, { ...draw(WORD), width: WIDTH / 2, height: HEIGHT * 2 })?.words).toBe(
    '80 × 120 px in the place of 160 × 60',
  );
});

test('surfaces that differ by less than letters do are kept apart when a picture is stored', () => {
  const card = draw([bar(0, 0, 80, HEIGHT)], { ink: 255, paper: 249 });
  const colours = new Set(readPicture(storePicture(card)).data.filter((_byte, index) => index % 4 === 0));
  expect([...colours].toSorted((one, other) => one - other)).toEqual([249, 255]);
});
