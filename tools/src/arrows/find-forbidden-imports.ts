import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ICruiseResult, cruise } from 'dependency-cruiser';
import { type Arrows, arrowRules } from './rules.ts';

const FOLDERS = ['packages', 'apps', 'tools', 'bench', 'voice', 'tests'];

export type Findings = {
  /** Files of our own that were read. */
  modulesRead: number;
  /** One line each: the rule, who imports whom. */
  violations: string[];
};

/** Reads every import of the project (type imports too) and names those that no arrow allows. */
export async function findForbiddenImports(project: string, arrows: Arrows): Promise<Findings> {
  const result = await cruise(
    FOLDERS.filter((folder) => existsSync(join(project, folder))),
    {
      baseDir: project,
      ruleSet: { forbidden: arrowRules(arrows) },
      validate: true,
      // TypeScript 7 offers no parser to it; without swc it would read nothing and find nothing.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)dist/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'types', 'node', 'default'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      },
    },
  );
  const { modules, summary } = result.output as ICruiseResult;
  return {
    modulesRead: modules.filter(
      (module) => /\.(tsx?|mjs)$/.test(module.source) && !module.source.includes('node_modules'),
    ).length,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`),
      ...unlistedModules(project, arrows),
      ...unlistedFolders(project, arrows),
    ],
  };
}

function unlistedModules(project: string, arrows: Arrows): string[] {
  const folder = join(project, 'apps/server/src/modules');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => arrows.modules[name] === undefined)
    .map((name) => `unlisted-module: tools/arrows.json does not say whom the module ${name} may know`);
}

function unlistedFolders(project: string, arrows: Arrows): string[] {
  const root = join(project, 'apps/server/src/modules');
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((module) => {
    const listed = arrows.folders[module] ?? {};
    return readdirSync(join(root, module), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing' && listed[entry.name] === undefined)
      .map(
        ({ name }) => `unlisted-folder: tools/arrows.json does not say whom the folder ${name} of ${module} may know`,
      );
  });
}
