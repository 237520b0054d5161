import { beforeEach, inject } from 'vitest';
import { bookmark, wordsSince } from './call-log.ts';

/** Set-up of every voice and browser test: when it fails, the engine's words about its calls are printed. */
beforeEach((context) => {
  const { logFolder } = inject('stack');
  const begin = bookmark(logFolder);
  context.onTestFailed(() => {
    process.stderr.write(`\nThe engine's words during "${context.task.name}":\n${wordsSince(logFolder, begin)}\n`);
  });
});
