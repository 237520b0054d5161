import {
  OVERVIEW_PARTS,
  type Overview,
  overviewRoutes,
  type ProblemBody,
  type RefusalCode,
  type RefusalStatus,
} from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import type { Accounts } from './modules/accounts/index.ts';
import type { Database } from './platform/database.ts';
import { currentPosition } from './platform/events.ts';
import type { HttpServer } from './platform/http-server.ts';
import { Problem } from './platform/problems.ts';
import { serveRoutes } from './platform/serve-routes.ts';

/** As many names come with the first view; who has more asks for them beside it. */
const MOST_NAMES = 500;

type Asked = Awaited<ReturnType<HttpServer['inject']>>;

/**
 * `GET /overview`: what the first view of a signed-in person would ask of eight routes. Each part is asked of its own route in this
 * process, past the same guards and bounds, so that the two can never say different things.
 */
export async function serveOverview(
  server: HttpServer,
  { database, requireUser, prefix }: { database: Database; requireUser: Accounts['requireUser']; prefix: string },
): Promise<void> {
  const ask = async (path: string, request: FastifyRequest): Promise<Asked> =>
    await server.inject({
      method: 'GET',
      url: prefix + path,
      remoteAddress: request.ip,
      headers: { authorization: request.headers.authorization ?? '' },
    });

  await server.register(
    async (api) => {
      serveRoutes(api, { user: requireUser })(overviewRoutes.show, async (request) => {
        // Before anything is read: what changes meanwhile is told again rather than missed.
        const position = await currentPosition(database);
        const [profile, ...parts] = await Promise.all([
          ask('/auth/profile', request),
          ...Object.entries(OVERVIEW_PARTS).map(async ([name, path]) => partOf(name, await ask(path, request))),
        ]);
        if (profile.statusCode !== 200) throw refusalOf(profile);
        const { user } = profile.json<Pick<Overview, 'user'>>();
        return { position, user, ...(Object.assign({}, ...parts) as Partial<Overview>) };
      });
    },
    { prefix },
  );
}

/** One part under its name; nothing where it was not had. */
function partOf(name: string, asked: Asked): Partial<Overview> {
  if (asked.statusCode !== 200) return {};
  const part = { [name]: asked.json<unknown>() } as Partial<Overview>;
  return (part.contactNames?.names.length ?? 0) > MOST_NAMES ? {} : part;
}

function refusalOf(asked: Asked): Problem {
  const { code, message } = asked.json<ProblemBody & { code: RefusalCode }>();
  return new Problem(code, asked.statusCode as RefusalStatus<RefusalCode>, message);
}
