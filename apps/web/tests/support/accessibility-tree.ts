import type { Page } from 'playwright-core';

/** A node of the browser's own accessibility tree: what it gives a screen reader to say. */
type AxNode = {
  nodeId: string;
  parentId?: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
};

const CONTROLS = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'switch', 'slider', 'spinbutton'],
  ...['InputTime', 'Date', 'DateTime', 'tab', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'option'],
]);

/**
 * Such controls may have the same name twice: which of them it is, what is around them says. Links are compared by where they lead, and
 * a reader says of a tab or an option which list it is in.
 */
const ARE_TOLD_APART = new Set([
  'button',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'switch',
  'slider',
  'spinbutton',
]);

/** Wherever they stand on a page, they do the same: above a list, and where it has nothing to show yet. */
const DO_THE_SAME = new Set(['New message']);

/** Keys of a telephone, which are signs, and every reader has words for them. */
const KEYS = new Set(['*', '#']);

/** Their parts are the browser's own. */
const OF_THE_BROWSER = new Set(['InputTime', 'Date', 'DateTime']);

/** What a reader says on the way in: two controls of one name in two of these are told apart. */
const CONTEXTS = new Set([
  'dialog',
  'alertdialog',
  'article',
  'group',
  'radiogroup',
  'region',
  'form',
  'navigation',
  'complementary',
  'search',
  'toolbar',
]);

/** There is one of each on a page: it needs no name to be told apart. */
const LANDMARKS = new Set(['banner', 'main', 'contentinfo']);

/** Words that come from a program, not from a text. */
const NOT_SPOKEN = /\bundefined\b|\bnull\b|\bNaN\b|\[object |\{\{/;

/**
 * What somebody who hears the page instead of seeing it could not use, in the accessibility tree of the browser: controls without a name
 * that can be said, controls that nothing tells apart, and names that are no words. One line each; none is right.
 */
export async function findUnsaid(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
    return unsaidIn(nodes);
  } finally {
    await session.detach();
  }
}

function unsaidIn(nodes: readonly AxNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const said = nodes.filter(({ ignored }) => !ignored);
  const parentOf = ({ parentId }: AxNode): AxNode | undefined =>
    parentId === undefined ? undefined : byId.get(parentId);
  const isOfTheBrowser = (node: AxNode): boolean => {
    const parent = parentOf(node);
    return parent !== undefined && (OF_THE_BROWSER.has(roleOf(parent)) || isOfTheBrowser(parent));
  };
  const controls = said.filter((node) => CONTROLS.has(roleOf(node)) && !isOfTheBrowser(node));
  const contextOf = (node: AxNode): string => {
    const parent = parentOf(node);
    if (parent === undefined) return '';
    const own = parent.ignored ? '' : CONTEXTS.has(roleOf(parent)) ? nameOf(parent) : landmarkOf(parent);
    return own === '' ? contextOf(parent) : `${contextOf(parent)}/${own}`;
  };
  const nameless = controls.filter((node) => !/[\p{L}\p{N}]/u.test(nameOf(node)) && !KEYS.has(nameOf(node)));
  const garbled = said.filter((node) => NOT_SPOKEN.test(nameOf(node)));
  const alike = Map.groupBy(
    controls.filter(
      (node) => ARE_TOLD_APART.has(roleOf(node)) && nameOf(node) !== '' && !DO_THE_SAME.has(nameOf(node)),
    ),
    (node) =>
      `${roleOf(node)} “${nameOf(node)}” in ${contextOf(node)}, ${node.description?.value ?? 'with no more said of it'}`,
  );
  return [
    ...nameless.map((node) => `a ${roleOf(node)} is not named: “${nameOf(node)}” in ${contextOf(node)}`),
    ...garbled.map((node) => `a ${roleOf(node)} is named “${nameOf(node)}”`),
    ...[...alike].filter(([, same]) => same.length > 1).map(([what, same]) => `${same.length} times ${what}`),
  ];
}

const landmarkOf = (node: AxNode): string => (LANDMARKS.has(roleOf(node)) ? roleOf(node) : '');
const roleOf = ({ role }: AxNode): string => role?.value ?? '';
const nameOf = ({ name }: AxNode): string => name?.value.trim() ?? '';
