import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from '../bounds/source-files.ts';

const TABLE = 'packages/contracts/src/refusals.ts';
const SERVER = 'apps/server/src/';

/** Names every code in the table of refusals that nothing in the server refuses with: a client would wait for it in vain. */
export function findUnusedRefusals(project: string): string[] {
  const [, table = ''] = /REFUSAL_STATUSES = \{(.*?)\n\}/s.exec(readFileSync(join(project, TABLE), 'utf8')) ?? [];
  const codes = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, code = '']) => code);
  const server = sourceFiles(project)
    .filter((path) => path.startsWith(SERVER) && !/\.test\.ts$|\/testing\//.test(path))
    .map((path) => readFileSync(join(project, path), 'utf8'))
    .join('\n');
  return codes
    .filter((code) => !isRefusedWith(server, code))
    .map((code) => `refusal: nothing in the server refuses with ${code}, which ${TABLE} lists`);
}

/** By its own literal, or as one of several that a template spells: `webhook_${reason}`. */
function isRefusedWith(server: string, code: string): boolean {
  if (server.includes(`'${code}'`)) return true;
  const spelt = [...server.matchAll(/new Problem\(\s*`(\w+)\$\{/g)].map(([, start = '']) => start);
  return spelt.some((start) => code.startsWith(start) && server.includes(`${code.slice(start.length)}:`));
}
