import {
  type Access,
  problem,
  REFUSAL_STATUSES,
  type RefusalCode,
  refusalsOf,
  type Route,
  type RouteDescription,
} from '@farline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { UPLOAD } from './http-files.ts';

type Guard = (request: FastifyRequest) => Promise<void>;
/** What lets a request pass, or refuses it, before its body is read; by the access of its route. */
type Guards = Partial<Record<Exclude<Access, 'anyone'>, Guard | Guard[]>>;

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type Part<Described, Name extends string> = Described extends Record<Name, infer Schema> ? Schema : undefined;

type RequestOf<Described extends RouteDescription> = FastifyRequest<{
  Params: Read<Part<Described, 'params'>>;
  Querystring: Read<Part<Described, 'query'>>;
  Body: Read<Part<Described, 'body'>>;
}>;
type RepliesOf<Described extends RouteDescription> = (Described extends { status: 201 }
  ? { 201: Sent<Described['reply']> }
  : { 200: Sent<Described['reply']> }) & {
  [Status in keyof Part<Described, 'otherReplies'>]: Sent<Part<Described, 'otherReplies'>[Status]>;
};
type ReplyOf<Described extends RouteDescription> = FastifyReply<{ Reply: RepliesOf<Described> }>;
type Answer<Described extends RouteDescription> = Sent<Described['reply']> | FastifyReply;

type Serve<Guarded extends Access> = <Described extends Route & { access: 'anyone' | Guarded }>(
  route: Described,
  answer: (request: RequestOf<Described>, reply: ReplyOf<Described>) => Promise<Answer<Described>>,
  options?: { preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void> },
) => void;

/**
 * Gives what adds routes to the server as contracts describe them: requests and replies are checked by their schemas, access by
 * the guards, and the documentation says the same. A success has the status of its description.
 */
export function serveRoutes<const Given extends Guards>(
  app: FastifyInstance,
  guards: Given,
): Serve<Extract<keyof Given, Access>> {
  return (route, answer, options) => {
    const { method, url } = addressOf(route);
    const { status, perAccount, perClient, precedence = 'deferrable' } = route;
    const refusals = refusalsOf(route);
    app.route({
      method,
      url,
      onRequest: guardsOf(route, guards),
      ...options,
      ...(route.takesFile ? { validatorCompiler: UPLOAD.validatorCompiler } : {}),
      config: {
        idempotent: route.isIdempotent ?? false,
        confirmedOnly: route.isConfirmedOnly ?? false,
        ...(perAccount === undefined ? {} : { perAccount }),
        ...(perClient === undefined ? {} : { perClient }),
        precedence,
        refusals,
      },
      schema: schemaOf(route, refusals),
      handler: async (request, reply) => {
        if (status !== undefined) reply.status(status);
        return await (answer as RouteHandlerMethod).call(app, request, reply);
      },
    });
  };
}

function guardsOf({ name, access }: Route, guards: Guards): Guard[] {
  if (access === 'anyone') return [];
  const guard = guards[access];
  if (guard === undefined) throw new Error(`${name} has no guard for its access`);
  return [guard].flat();
}

/** Fastify writes `:id` where contracts and OpenAPI write `{id}`. */
function addressOf({ name }: Route) {
  const [method = '', path = ''] = name.split(' ');
  return { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') };
}

function schemaOf(route: Route, refusals: readonly RefusalCode[]) {
  const { tag, access, summary, description, params, query, body, produces, reply, status = 200, otherReplies } = route;
  return {
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(access === 'user' || access === 'proved_user' ? { security: [{ bearer: [] }] } : {}),
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(route.takesFile ? UPLOAD.schema : {}),
    ...(produces === undefined ? {} : { produces: [...produces] }),
    response: { [status]: reply, ...otherReplies, ...refusalReplies(route, refusals) },
  };
}

/** What a route is documented to refuse with: for each status the shape of a problem, or its own, with the codes that come with it. */
function refusalReplies({ otherReplies = {} }: Route, codes: readonly RefusalCode[]): Record<number, z.ZodType> {
  const statuses = new Set(codes.flatMap((code) => REFUSAL_STATUSES[code]));
  const replies = [...statuses].map((status): [number, z.ZodType] => {
    const ofStatus = codes.filter((code) => [REFUSAL_STATUSES[code]].flat().includes(status)).toSorted();
    const own = otherReplies[status];
    if (own === undefined) return [status, problemWith(ofStatus)];
    return [status, own instanceof z.ZodObject && 'code' in own.shape ? withCodes(own, ofStatus) : own];
  });
  return Object.fromEntries(replies);
}

const made = new Map<string, z.ZodType>();

function problemWith(codes: readonly RefusalCode[]): z.ZodType {
  const name = codes.join(' ');
  const shape = made.get(name) ?? withCodes(problem.extend({ message: z.string() }), codes);
  made.set(name, shape);
  return shape;
}

/** Any other code is sent all the same: it is for whoever serves a route to find, and not for whoever asks. */
function withCodes(shape: z.ZodObject, codes: readonly RefusalCode[]): z.ZodType {
  return shape
    .extend({ code: z.string().meta({ enum: codes, example: codes[0] }) })
    .describe(`Refused: ${codes.map((code) => `\`${code}\``).join(', ')}`);
}
