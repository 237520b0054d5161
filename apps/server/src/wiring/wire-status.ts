import { createStatus, webAnswers } from '../modules/status/index.ts';
import { answers } from '../platform/database.ts';
import type { ServerModule } from '../platform/server-module.ts';
import type { Foundation } from '../lay-foundation.ts';

/** Each process looks at the parts that its roles have to do with. `web`: where its pages are served, once they are. */
export function wireStatus({ config, core, gateways }: Foundation, web: { port: number | null }): ServerModule {
  const { roles } = config;
  return createStatus({
    ...core,
    synthesise: gateways.speech.synthesise,
    checks: {
      database: async () => await answers(core.database),
      ...(roles.has('call-control') ? { engine: gateways.engineAnswers } : {}),
      ...(roles.has('api') ? { web: async () => await webAnswers(`http://127.0.0.1:${web.port}/`)() } : {}),
    },
  });
}
