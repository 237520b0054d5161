import { rm } from 'node:fs/promises';
import { type Stack, type StackOptions, startStack } from '../stack.ts';
import { watchLogs } from './call-log.ts';
import { TEST_SETTINGS, testDataFolder } from './test-stack.ts';

/** A stack of a test's own, for tests that kill its parts or need other settings. Its `stop` removes its data folder too. */
export async function ownTestStack(options: Partial<StackOptions> = {}): Promise<Stack> {
  const env = { ...TEST_SETTINGS.env, ...options.env };
  const kamailio = { ...TEST_SETTINGS.kamailio, ...options.kamailio };
  const stack = await startStack({ ...TEST_SETTINGS, dataFolder: await testDataFolder(), ...options, env, kamailio });
  watchLogs(stack.logFolder);
  return {
    ...stack,
    async stop() {
      await stack.stop();
      await rm(stack.dataFolder, { recursive: true, force: true });
    },
  };
}
