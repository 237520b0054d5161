import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const LANDING = '/src/pages/landing.tsx';

/** Fails the build when the landing page needs more script than this, compressed. */
export function landingBudget(mostKilobytes: number): Plugin {
  return {
    name: 'farline:landing-budget',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const needed = chunksFor(chunks);
      const bytes = needed.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
      const kilobytes = bytes / 1000;
      if (kilobytes <= mostKilobytes) return;
      const list = needed.map((chunk) => `${chunk.fileName} ${(gzipSync(chunk.code).length / 1000).toFixed(1)}`);
      this.error(
        `The landing page needs ${kilobytes.toFixed(1)} kB of script; its budget is ${mostKilobytes} kB.\n${list.join('\n')}`,
      );
    },
  };
}

/** The entry, the landing page, and all that they import at once. */
function chunksFor(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) add(byName.get(name));
  };
  for (const chunk of chunks) if (chunk.isEntry || chunk.moduleIds.some((id) => id.endsWith(LANDING))) add(chunk);
  return [...needed];
}
