/** The part of bidi-js that is used here: the Unicode bidirectional algorithm (UAX #9). */
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
  type Bidi = {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): Levels;
    /** Places of UTF-16 units from left to right. */
    getReorderedIndices(text: string, levels: Levels, start?: number, end?: number): number[];
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  };
  export default function bidiFactory(): Bidi;
}
