import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

/** On white: #767676 has 4.54:1, enough for AA (4.5) and not for AAA (7); #999999 has 2.85:1. */
const pageWith = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Test</title></head><body style="background:#fff"><main><h1>Test</h1>${body}</main></body></html>`;

test.each([
  ['text too pale for AA', '<p style="color:#999999">Pale</p>', /^color-contrast: /m],
  ['running text too pale for AAA', '<p style="color:#767676">Pale</p>', /^color-contrast-enhanced: /m],
  ['a button without a name', '<button></button>', /^button-name: /m],
])('%s is found', async (_what, body, found) => {
  const page = await stage.openPage();
  await page.setContent(pageWith(body));
  expect((await findWrongs(page)).join('\n')).toMatch(found);
  await page.context().close();
});

test('the words of a control keep to AA, and what is right is not found', async () => {
  const page = await stage.openPage();
  await page.setContent(pageWith('<p><button style="color:#767676;background:#fff">Pale</button></p><p>Dark</p>'));
  expect(await findWrongs(page)).toEqual([]);
  await page.context().close();
});
