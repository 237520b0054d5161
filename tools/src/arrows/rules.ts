import type { IForbiddenRuleType } from 'dependency-cruiser';

type IFromRestriction = { path: string; pathNot?: string };
type IToRestriction = { path?: string; pathNot?: string };

/** `arrows.json`. */
export type Arrows = {
  /** Which module may know which others. */
  modules: Record<string, string[]>;
  /** Of which others a module is passed something by `app.ts` and `wiring/`, whether it may know them or not. */
  passed: Record<string, string[]>;
  /**
   * Where what is known and what is passed together lead back: two modules that each reach the other, and all from which a way leads back to
   * them. No module is made by one that it makes, but each may ask the other while the server runs. These lists only ever become shorter.
   */
  atRunTime: { mutual: string[]; onCircles: string[] };
  /** Of every folder within a module: which others it may know. What lies at the module's root may know them all, and none knows that. */
  folders: Record<string, Record<string, string[]>>;
  /** Folders that hold more files than they may, and how many: these numbers only ever fall. */
  fullFolders: Record<string, number>;
  /** Where the stores of a schema lie whose name is not its owner's. */
  schemas: Record<string, string>;
  /** Which module owns a table of a schema that several modules share. */
  tables: Record<string, string>;
  /** Migrations that move facts from one schema into another, and what they touch beside their own. */
  moves: Record<string, string[]>;
  /** Which parts of the server publish each type of event, and which hear it or say what browsers are shown of it. */
  events: Record<string, { from: string[]; to: string[] }>;
  /** The table into which every store may write beside its own. */
  outbox: string;
  /** Routes of the server that are no part of the API, and have no description in contracts. */
  plainRoutes: string[];
};

const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';
const SEARCH = '(app/search/find-entries|lib/format/phone-number)\\.ts$';
/** Tests and what serves them may start the whole product, and may look into any part. */
const TESTS = '(\\.test\\.tsx?$|/testing/|/tests/)';

/** The table "part | may import" of ARCHITECTURE.md, as rules. */
export function arrowRules(arrows: Arrows): IForbiddenRuleType[] {
  return [
    forbid('packages-know-no-app', { path: '^packages/' }, { path: '^(apps|tools|bench|voice)/' }),
    forbid(
      'contracts-import-zod-alone',
      { path: '^packages/contracts/', pathNot: TESTS },
      { pathNot: '(^packages/contracts/|node_modules/zod/)' },
    ),
    forbid('sms-imports-nothing', { path: '^packages/sms/', pathNot: TESTS }, { pathNot: '^packages/sms/' }),
    forbid('apps-never-import-one-another', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
    forbid('apps-know-no-tools', { path: '^apps/', pathNot: TESTS }, { path: '^(tools|bench|voice)/' }),
    forbid('tools-import-no-app', { path: '^tools/' }, { path: '^apps/' }),
    forbid('tools-know-no-engine-tests', { path: '^tools/' }, { path: '^voice/' }),
    // The bench measures the product's own functions beside the whole of it, and takes them at their doors, of which the server's is app.ts. Of the pages it
    // measures the search, and takes what that reads of a typed number.
    // Who calls while it kills is who calls in the tests.
    forbid(
      'bench-uses-doors-alone',
      { path: '^bench/' },
      {
        path: '^apps/',
        pathNot: `(${SERVER}/(modules/[^/]+/index\\.ts$|platform/|app\\.ts$)|^apps/server/tests/testbed/|${WEB}/${SEARCH})`,
      },
    ),
    // Tests too: what they and the server both say to the engine is a package.
    forbid('voice-knows-packages-and-tools', { path: '^voice/' }, { path: '^(apps|bench)/' }),
    forbid('tools-know-no-bench', { path: '^tools/' }, { path: '^bench/' }),
    forbid(
      'platform-knows-no-domain',
      { path: `${SERVER}/platform/`, pathNot: TESTS },
      { path: `${SERVER}/`, pathNot: `${SERVER}/platform/` },
    ),
    forbid(
      'gateways-know-platform-alone',
      { path: `${SERVER}/gateways/`, pathNot: TESTS },
      { path: `${SERVER}/`, pathNot: `${SERVER}/(gateways|platform)/` },
    ),
    forbid(
      'modules-know-no-gateway',
      { path: `${SERVER}/modules/`, pathNot: TESTS },
      { path: `${SERVER}/`, pathNot: `${SERVER}/(modules|platform)/` },
    ),
    forbid(
      'modules-have-one-door',
      { path: `${SERVER}/modules/([^/]+)/` },
      { path: `${SERVER}/modules/[^/]+/`, pathNot: `${SERVER}/modules/($1/|[^/]+/index\\.ts$)` },
    ),
    ...Object.entries(arrows.modules).map(([name, known]) => moduleRule(name, known)),
    ...Object.entries(arrows.folders).flatMap(([module, folders]) => folderRules(module, folders)),
    ...webRules(),
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
  ];
}

function moduleRule(name: string, known: string[]): IForbiddenRuleType {
  return forbid(
    `arrows-of-${name}`,
    { path: `${SERVER}/modules/${name}/`, pathNot: TESTS },
    { path: `${SERVER}/modules/`, pathNot: `${SERVER}/modules/(${[name, ...known].join('|')})/` },
  );
}

/** A folder of a module knows itself, those that are listed, and nothing at the module's root. */
function folderRules(module: string, folders: Record<string, string[]>): IForbiddenRuleType[] {
  const root = `${SERVER}/modules/${module}`;
  return Object.entries(folders).map(([name, known]) =>
    forbid(
      `arrows-of-${module}/${name}`,
      { path: `${root}/${name}/`, pathNot: TESTS },
      { path: `${root}/`, pathNot: `${root}/(${[name, ...known].join('|')})/` },
    ),
  );
}

/** app → pages → features → ui, lib; features never meet. */
function webRules(): IForbiddenRuleType[] {
  const upwards = { ui: 'app|pages|features', lib: 'app|pages|features|ui', features: 'app|pages', pages: 'app' };
  return [
    ...Object.entries(upwards).map(([part, above]) =>
      forbid(`web-${part}-looks-down`, { path: `${WEB}/${part}/`, pathNot: TESTS }, { path: `${WEB}/(${above})/` }),
    ),
    forbid(
      'web-features-never-meet',
      { path: `${WEB}/features/([^/]+)/` },
      { path: `${WEB}/features/`, pathNot: `${WEB}/features/$1/` },
    ),
    forbid(
      'web-pages-never-meet',
      { path: `${WEB}/pages/([^/]+)` },
      { path: `${WEB}/pages/`, pathNot: `${WEB}/pages/$1` },
    ),
  ];
}

function forbid(name: string, from: IFromRestriction, to: IToRestriction): IForbiddenRuleType {
  return { name, severity: 'error', from, to };
}
