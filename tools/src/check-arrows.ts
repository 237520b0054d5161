import { readFileSync } from 'node:fs';
import { findArrowCircles } from './arrows/find-arrow-circles.ts';
import { findEventArrows } from './arrows/find-event-arrows.ts';
import { findForbiddenImports } from './arrows/find-forbidden-imports.ts';
import { findForeignTables } from './arrows/find-foreign-tables.ts';
import { findFullFolders } from './arrows/find-full-folders.ts';
import type { Arrows } from './arrows/rules.ts';
import { PROJECT } from './project.ts';

const arrows = JSON.parse(readFileSync(new URL('../arrows.json', import.meta.url), 'utf8')) as Arrows;
const { modulesRead, violations } = await findForbiddenImports(PROJECT, arrows);
const all = [
  ...violations,
  ...findForeignTables(PROJECT, arrows),
  ...findArrowCircles(arrows),
  ...findFullFolders(PROJECT, arrows),
  ...findEventArrows(PROJECT, arrows),
];
for (const violation of all) process.stderr.write(`${violation}\n`);
process.stdout.write(`Arrows: ${modulesRead} files read, ${all.length} forbidden\n`);
process.exit(all.length === 0 ? 0 : 1);
