import { expect, test } from 'vitest';
import { findUnsaid } from './support/accessibility-tree.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test.each([
  ['a button without a name', '<button><svg></svg></button>', 'a button is not named: “”'],
  ['a button whose name is a sign alone', '<button>×</button>', 'a button is not named: “×”'],
  ['a field without a label', '<input>', 'a textbox is not named'],
  [
    'two buttons of one name',
    '<ul><li>A <button>Delete</button></li><li>B <button>Delete</button></li></ul>',
    '2 times button “Delete”',
  ],
  ['what a program says of nothing', '<button>Call undefined</button>', 'a button is named “Call undefined”'],
  ['a text’s own place', '<img alt="{{name}} calls">', 'a image is named “{{name}} calls”'],
])('%s is found in the accessibility tree', async (_what, body, found) => {
  const page = await stage.openPage();
  await page.setContent(`<!doctype html><html lang="en"><title>Test</title><main>${body}</main></html>`);
  expect((await findUnsaid(page)).join('\n')).toContain(found);
  await page.context().close();
});

test('controls of one name are told apart by their group or by what is said of them, and what is hidden is not read', async () => {
  const page = await stage.openPage();
  const described = (what: string) => `<button aria-description="${what}">Show</button>`;
  const group = (name: string) => `<div role="group" aria-label="${name}"><button>Delete</button></div>`;
  await page.setContent(
    `<!doctype html><html lang="en"><title>Test</title><main>${group('A')}${group('B')}${described('A')}${described('B')}<button hidden></button></main></html>`,
  );
  expect(await findUnsaid(page)).toEqual([]);
  await page.context().close();
});
