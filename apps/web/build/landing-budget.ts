import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const LANDING = '/src/pages/landing.tsx';

/** Says what script the landing page needs, compressed, chunk by chunk; fails the build when it is more than this. */
export function landingBudget(mostKilobytes: number): Plugin {
  return {
    name: 'farline:landing-budget',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const report = landingReport(chunks, mostKilobytes);
      if (report.isOver) this.error(report.text);
      this.info(report.text);
    },
  };
}

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'code' | 'imports' | 'isEntry' | 'moduleIds'>;

/** The landing page's script, in kilobytes of gzip: all of it against the budget, then each chunk, the largest first. */
export function landingReport(chunks: readonly Chunk[], mostKilobytes: number): { isOver: boolean; text: string } {
  const sizes = chunksFor(chunks)
    .map(({ fileName, code }) => ({ fileName, kilobytes: gzipSync(code).length / 1000 }))
    .sort((one, other) => other.kilobytes - one.kilobytes);
  const total = sizes.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
  const list = sizes.map(({ fileName, kilobytes }) => `${kilobytes.toFixed(2).padStart(8)} kB  ${fileName}`);
  return {
    isOver: total > mostKilobytes,
    text: [`The landing page needs ${total.toFixed(2)} kB of script; its budget is ${mostKilobytes} kB.`, ...list].join(
      '\n',
    ),
  };
}

/** The entry, the landing page, and all that they import at once. */
function chunksFor(chunks: readonly Chunk[]): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<Chunk>();
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) add(byName.get(name));
  };
  for (const chunk of chunks) if (chunk.isEntry || chunk.moduleIds.some((id) => id.endsWith(LANDING))) add(chunk);
  return [...needed];
}
