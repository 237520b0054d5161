import { beforeEach, inject } from 'vitest';
import { forgetCalls, lengthsOfLogs, wordsAboutNotedCalls, wordsSince } from './call-log.ts';

/** Set-up of every voice and browser test: when it fails, the engine's words about its calls are printed. */
beforeEach((context) => {
  forgetCalls();
  const { logFolder } = inject('stack');
  const lengths = lengthsOfLogs(logFolder);
  context.onTestFailed(() => {
    const about = wordsAboutNotedCalls();
    const words = about === '' ? wordsSince(logFolder, lengths) : about;
    process.stderr.write(`\nThe engine's words during "${context.task.name}":\n${words}\n`);
  });
});
