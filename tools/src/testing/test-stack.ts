import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { defaultKamailioSettings } from '../parts/kamailio-settings.ts';
import { type Stack, startStack } from '../stack.ts';

/** What a test with the engine is told of the stack that all of them share: `inject('stack')`. */
export type TestStack = Pick<
  Stack,
  'url' | 'websocketUrl' | 'carrierRecordUrl' | 'ports' | 'databaseUrl' | 'dataFolder' | 'logFolder' | 'sip'
>;

declare module 'vitest' {
  export interface ProvidedContext {
    stack: TestStack;
  }
}

/** Settings of every stack in tests: many accounts sign up from one address, and all calls come from it. */
export const TEST_SETTINGS = {
  isDurable: false,
  env: {
    FARLINE_RATE_LIMITS: 'off',
    // A busy machine makes work wait: only a test that is about it has some refused.
    FARLINE_OVERLOAD_WAIT_MS: '0',
    FARLINE_LOG_LEVEL: 'debug',
    // Tests call more at once, further and at higher prices than a person does.
    FARLINE_ACCOUNT_LIMITS: 'minute=5,calls=1000,countries=300',
    FARLINE_SIGN_IN_LIMITS: 'minute=5,calls=1000,countries=300',
  },
  // One user of a test calls as many at once as hundreds of people do.
  kamailio: {
    // On a busy machine a server thinks longer than callers wait for it; how long it may is the engine's own tests' to say.
    askTimeoutMs: 30_000,
    flood: {
      ...defaultKamailioSettings.flood,
      userInvitesPerSecond: 1_000,
      exceptions: ['127.0.0.1', '::1'],
    },
  },
};

type Shared = { users: number; starting: Promise<Stack> };
/** Vitest loads this file once for each kind of tests; the stack is one for all of them. */
const holder = globalThis as { farlineTestStack?: Shared };

/** Vitest's global set-up of voice and browser tests. */
export default async function testStack(project: TestProject): Promise<() => Promise<void>> {
  const shared = (holder.farlineTestStack ??= { users: 0, starting: start() });
  shared.users += 1;
  const { url, websocketUrl, carrierRecordUrl, ports, databaseUrl, dataFolder, logFolder, sip } = await shared.starting;
  project.provide('stack', { url, websocketUrl, carrierRecordUrl, ports, databaseUrl, dataFolder, logFolder, sip });
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder.farlineTestStack;
    const stack = await shared.starting;
    await stack.stop();
    await rm(stack.dataFolder, { recursive: true, force: true });
  };
}

async function start(): Promise<Stack> {
  return await startStack({ ...TEST_SETTINGS, dataFolder: await testDataFolder() });
}

/** A new folder in the system's place for temporary files. */
export async function testDataFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'farline-test-'));
}
