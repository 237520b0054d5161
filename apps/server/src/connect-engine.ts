import { connectToKamailio } from '@farline/engine';
import { createConnectionGuard } from './gateways/kamailio/index.ts';
import { networkOf } from './modules/accounts/index.ts';
import type { Calls } from './modules/calls/index.ts';
import { createRegisterTrunks, createTrunkLogins } from './modules/routing/index.ts';
import type { Gateways } from './open-gateways.ts';
import type { Overload } from './platform/admission/overload.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Database, isWithoutConnection } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import type { Tick } from './platform/ticks.ts';
import { refuseCalls } from './refuse-calls.ts';

/** Opens the engine's line for the role call-control. Gives what keeps the engine as it should be. */
export async function connectEngine(
  config: Config,
  deps: {
    database: Database;
    clock: Clock;
    log: Log;
    gateways: Gateways;
    calls: Pick<Calls, 'listener'>;
    overload: Pick<Overload, 'admit'>;
  },
): Promise<Tick[]> {
  const { database, clock, log, calls } = deps;
  const { line, engineRpc } = deps.gateways;
  const logins = createTrunkLogins({
    database,
    secret: config.tokenSecret,
    log,
    tell: (login) => line.link?.tellLogin(login),
  });
  await logins.read();
  line.link = connectToKamailio({
    evapi: config.evapi,
    serverName: config.serverName,
    listener: {
      ...calls.listener,
      ...refuseCalls(deps.overload, calls.listener),
      // Before any call is answered over this line.
      connected: (epoch) => {
        logins.tellAll();
        calls.listener.connected(epoch);
      },
    },
    log,
    passes: isWithoutConnection,
  });
  return [
    createConnectionGuard({
      rpc: engineRpc,
      link: () => line.link,
      exceptions: config.floodExceptions,
      networkOf,
      log,
    }),
    logins.tick,
    createRegisterTrunks({
      database,
      clock,
      log,
      random: Math.random,
      register: async (words) => (await line.link?.registerTrunk(words)) ?? null,
    }),
  ];
}
