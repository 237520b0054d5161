import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** Pixels in rows, four bytes each: red, green, blue and how opaque. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Colours, each one number: 0xRRGGBB. */
export type Palette = readonly number[];

/** A colour that covers so much of a picture is kept as it is. */
const LARGE_SHARE = 1 / 500;
/** What a palette of a PNG holds. */
const MOST_COLOURS = 256;

/** Reads any PNG. */
export const readPicture = (png: Buffer): Picture => PNG.sync.read(png);

/** Writes a picture as a PNG of a few colours (PNG 3rd edition §11.2.1, colour type 3): a tenth of what all of them take. */
export function storePicture(picture: Picture): Buffer {
  const { width, height } = picture;
  const palette = paletteOf(picture);
  const place = new Map(palette.map((colour, index) => [colour, index]));
  const painted = paintWith(picture, palette);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    // Each row begins with a byte that says how it is filtered: not at all.
    rows[pixel + Math.floor(pixel / width) + 1] = place.get(colourAt(painted, pixel)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Every colour that a picture has. */
export function coloursOf(picture: Picture): Palette {
  return [...countColours(picture).keys()];
}

/** The picture with each colour replaced by the nearest of these. */
export function paintWith(picture: Picture, palette: Palette): Picture {
  const { width, height } = picture;
  const nearest = new Map(palette.map((colour) => [colour, colour]));
  const data = new Uint8Array(picture.data.length);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(picture, pixel);
    const painted = nearest.get(colour) ?? nearestOf(palette, colour);
    nearest.set(colour, painted);
    data.set([painted >> 16, (painted >> 8) & 255, painted & 255, 255], pixel * 4);
  }
  return { width, height, data };
}

/** The most usual colour of each neighbourhood, and every colour of a large area: surfaces differ by less than letters do. */
function paletteOf(picture: Picture): Palette {
  const large = picture.width * picture.height * LARGE_SHARE;
  const seen = new Set<number>();
  const palette: number[] = [];
  const byUse = [...countColours(picture)].toSorted((one, other) => other[1] - one[1] || one[0] - other[0]);
  for (const [colour, uses] of byUse) {
    const neighbourhood = colour & 0xe0e0e0;
    if ((uses >= large || !seen.has(neighbourhood)) && palette.length < MOST_COLOURS) palette.push(colour);
    seen.add(neighbourhood);
  }
  return palette;
}

function countColours(picture: Picture): Map<number, number> {
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < picture.width * picture.height; pixel += 1) {
    const colour = colourAt(picture, pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

function colourAt({ data }: Picture, pixel: number): number {
  const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3);
  return (red << 16) | (green << 8) | blue;
}

function nearestOf(palette: Palette, colour: number): number {
  const distance = (other: number): number =>
    [16, 8, 0].reduce((sum, shift) => sum + (((other >> shift) & 255) - ((colour >> shift) & 255)) ** 2, 0);
  let [nearest = 0] = palette;
  for (const candidate of palette) if (distance(candidate) < distance(nearest)) nearest = candidate;
  return nearest;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
