import { aroundEach, inject } from 'vitest';
import { bookmark, withNotes, wordsSince } from './call-log.ts';

/** Set-up of every voice and browser test: when it fails, the engine's words about its calls are printed. */
aroundEach(async (runTest, context) => {
  await withNotes(async () => {
    const { logFolder } = inject('stack');
    const begin = bookmark(logFolder);
    await runTest();
    if (context.task.result?.state !== 'fail') return;
    process.stderr.write(`\nThe engine's words during "${context.task.name}":\n${wordsSince(logFolder, begin)}\n`);
  });
});
