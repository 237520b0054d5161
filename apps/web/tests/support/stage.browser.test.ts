import { expect, test } from 'vitest';
import { stack } from './stack.ts';
import { openStage, testStage } from './stage.ts';

const stage = await testStage();

test('where the browser that files share has died, the next stage has another', async () => {
  const page = await stage.openPage();
  const browser = page.context().browser();
  await browser?.close();
  expect(browser?.isConnected()).toBe(false);

  const next = await openStage();
  const answer = await (await next.openPage()).goto(`${stack.url}/login`);
  expect(answer?.ok()).toBe(true);
  await next.close();
});
