import { readFileSync } from 'node:fs';
import { findArrowCircles } from './arrows/find-arrow-circles.ts';
import { findEventArrows } from './arrows/find-event-arrows.ts';
import { findForbiddenImports } from './arrows/find-forbidden-imports.ts';
import { findForeignTables } from './arrows/find-foreign-tables.ts';
import { findNewCircles } from './arrows/find-new-circles.ts';
import { findFullFolders } from './arrows/find-full-folders.ts';
import { findUndescribedRoutes } from './arrows/find-undescribed-routes.ts';
import { findPassed } from './arrows/find-passed.ts';
import { findRunTimeCircles } from './arrows/find-run-time-circles.ts';
import { findUnusedRefusals } from './arrows/find-unused-refusals.ts';
import type { Arrows } from './arrows/rules.ts';
import { findBareMoney } from './bounds/find-bare-money.ts';
import { findChangedCounters } from './bounds/find-changed-counters.ts';
import { findDoubledTypes } from './bounds/find-doubled-types.ts';
import { findLongParts, type LongParts } from './bounds/find-long-parts.ts';
import { findLostPaths } from './bounds/find-lost-paths.ts';
import { findRaisedBounds } from './bounds/find-raised-bounds.ts';
import { findSharedExpectations } from './bounds/find-shared-expectations.ts';
import { findSpreadLiterals } from './bounds/find-spread-literals.ts';
import { PROJECT } from './project.ts';

const arrows = JSON.parse(readFileSync(new URL('../arrows.json', import.meta.url), 'utf8')) as Arrows;
const bounds = JSON.parse(readFileSync(new URL('../bounds.json', import.meta.url), 'utf8')) as LongParts & {
  doubledTypes: Record<string, number>;
  spreadLiterals: Record<string, number>;
};
const { modulesRead, violations } = await findForbiddenImports(PROJECT, arrows);
const all = [
  ...violations,
  ...findForeignTables(PROJECT, arrows),
  ...findArrowCircles(arrows),
  ...findPassed(PROJECT, arrows),
  ...findRunTimeCircles(arrows),
  ...findNewCircles(PROJECT, arrows),
  ...findFullFolders(PROJECT, arrows),
  ...findEventArrows(PROJECT, arrows),
  ...findLongParts(PROJECT, bounds),
  ...findDoubledTypes(PROJECT, bounds),
  ...findRaisedBounds(PROJECT),
  ...findSharedExpectations(PROJECT),
  ...findSpreadLiterals(PROJECT, bounds.spreadLiterals),
  ...findUndescribedRoutes(PROJECT, arrows),
  ...findUnusedRefusals(PROJECT),
  ...findChangedCounters(PROJECT),
  ...findLostPaths(PROJECT),
  ...findBareMoney(PROJECT),
];
for (const violation of all) process.stderr.write(`${violation}\n`);
process.stdout.write(`Arrows: ${modulesRead} files read, ${all.length} forbidden\n`);
process.exit(all.length === 0 ? 0 : 1);
