import { startApp } from '../app.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { testDatabase } from './test-database.ts';
import { whenOver } from './when-over.ts';

/** Nothing listens there: an app under test has no engine unless a test gives it one. */
const NOWHERE = '127.0.0.1:9';

/**
 * The whole server on a fresh database and a free port, without an engine. It is stopped once the test is over that it was started in, or the
 * file's tests.
 */
export async function testApp(env: Record<string, string> = {}, clock?: Clock, log?: Log) {
  const { database, url } = await testDatabase();
  return { database, ...(await testAppOn(url, env, clock, log)) };
}

/** The same on a database that is there. */
export async function testAppOn(url: string, env: Record<string, string> = {}, clock?: Clock, log?: Log) {
  const app = await startApp(testConfig(url, env), clock, log);
  whenOver(async () => await app.stop());
  return { origin: `http://127.0.0.1:${app.port}`, runJobs: app.runJobs };
}

/** The settings of such a server, for tests that start and stop it themselves. */
export function testConfig(url: string, env: Record<string, string> = {}): Config {
  return readConfig({
    DATABASE_URL: url,
    FARLINE_PORT: '0',
    FARLINE_LISTEN: '127.0.0.1',
    FARLINE_TOKEN_SECRET: 'a secret of a test, long enough for it',
    FARLINE_SIP_SECRET: 'another secret of a test, long enough',
    FARLINE_SANDBOX_TRUNKS: `sandbox-a=${NOWHERE},sandbox-b=${NOWHERE}`,
    FARLINE_SANDBOX_MESSAGES: `smpp://farline:secret@${NOWHERE}`,
    FARLINE_EVAPI: NOWHERE,
    FARLINE_KAMAILIO_RPC: `http://${NOWHERE}/rpc`,
    FARLINE_RTPENGINE: NOWHERE,
    FARLINE_RATE_LIMITS: 'off',
    // A busy machine makes work wait: only a test that is about it has some refused.
    FARLINE_OVERLOAD_WAIT_MS: '0',
    // What a test counts is money; one that is about trial credit asks for it.
    FARLINE_TRIAL_CREDIT: '0',
    FARLINE_LOG_LEVEL: 'silent',
    ...env,
  });
}
