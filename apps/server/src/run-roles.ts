import { connectEngine } from './connect-engine.ts';
import type { Calls } from './modules/calls/index.ts';
import type { Messages } from './modules/messages/index.ts';
import type { Gateways } from './open-gateways.ts';
import type { Config } from './platform/config.ts';
import { listenOn } from './platform/http-server.ts';
import { runEachOnce, startTicks, type Tick } from './platform/ticks.ts';
import { type ServedDeps, serveHttp } from './serve-http.ts';

export type App = {
  port: number | null;
  /** Runs every job of the roles once, now, one after another. Gives what each failed with, null: it did not; and how long it took. */
  runJobs: () => ReturnType<typeof runEachOnce>;
  stop: () => Promise<void>;
};

export type RunDeps = Omit<ServedDeps, 'mail'> & {
  gateways: Gateways;
  calls: Pick<Calls, 'listener'>;
  messages: Pick<Messages, 'listener'>;
  rating: { stop: () => Promise<void> };
  /** Where the pages are served; set here, once they are. */
  web: { port: number | null };
};

/** Does what the roles that the settings name ask of the modules, until it is stopped. */
export async function runRoles(config: Config, deps: RunDeps): Promise<App> {
  const { log, dispatcher, gateways, messages, modules, web } = deps;
  const { http, push } = await serveHttp(config, { ...deps, mail: gateways.mail });

  const ticks: Tick[] = [];
  if (config.roles.has('call-control')) {
    ticks.push(...(await connectEngine(config, deps)));
    gateways.messageCarriers.open(messages.listener);
  }
  for (const { runsIn = 'worker', ...module } of modules) {
    if (runsIn !== 'every process' && !config.roles.has(runsIn)) continue;
    ticks.push(...(module.ticks ?? []));
    for (const subscription of module.subscriptions ?? []) dispatcher.subscribe(subscription);
    if (module.hear !== undefined) dispatcher.listen(module.hear);
  }
  await dispatcher.start();
  if (config.roles.has('api')) web.port = await listenOn(http, { addresses: config.listen, port: config.port });
  deps.overload.start();
  const running = startTicks(ticks, log);
  log.info({ port: web.port, roles: [...config.roles] }, 'server started');

  return {
    port: web.port,
    runJobs: async () => await runEachOnce(ticks),
    stop: async () => {
      // Beside each other: a tick that waits for somebody must not keep the doors open. The engine's line and the
      // database outlast both, for what is still under way.
      const ticksStopped = running.stop();
      // What carriers have still to answer is written down before the database is left.
      const carriersClosed = gateways.messageCarriers.close();
      push.stop();
      await http.close();
      await ticksStopped;
      await carriersClosed;
      await gateways.line.link?.close();
      await dispatcher.stop();
      await deps.rating.stop();
      gateways.media.close();
      await deps.database.destroy();
      deps.overload.stop();
    },
  };
}
