import { z } from 'zod';
import type { RateLimit } from './rate-limit.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * What is refused first where the server has more to do than it can: `deferrable` first (sign-in, lists, files, settings), then `new_work` (a call,
 * a message). What is `essential` is never refused for it: what belongs to a call that runs, its end, a session's renewal and end, health, and
 * what was paid.
 */
export type Precedence = 'deferrable' | 'new_work' | 'essential';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
/** A route's method and its path below /api/v1, with the names of its parameters: `GET /calls/{id}`. */
export type RouteName = `${Method} /${string}`;

/**
 * Who may call a route. `visitor_or_user`: everybody, and whoever is signed in is known. `proved_user`: who has proved within ten
 * minutes who they are.
 */
export type Access = 'anyone' | 'visitor_or_user' | 'user' | 'proved_user';

/** What there is to know of a route. Any refusal but those of `otherReplies` has the shape of a problem. */
export type RouteDescription = {
  /** The chapter of the documentation that it stands in. */
  tag: string;
  access: Access;
  summary: string;
  description?: string;
  query?: z.ZodType;
  /** Its example is `.meta({ example })`. */
  body?: z.ZodType;
  /** Takes one file as multipart form data in the field `file`. */
  takesFile?: true;
  reply: z.ZodType;
  /** What a success is answered with; absent: 200. */
  status?: 201;
  /** The codes that it may refuse with, beside those that the rest of its description says: see `refusalsOf`. */
  refusals?: readonly RefusalCode[];
  /** The shapes of other answers than success, by their status. */
  otherReplies?: Readonly<Record<number, z.ZodType>>;
  /** The media types of a reply that is a file. */
  produces?: readonly string[];
  /** Takes an Idempotency-Key: for 24 h the first answer is given again. */
  isIdempotent?: true;
  /** Closed to whoever has not confirmed their mail address. */
  isConfirmedOnly?: true;
  /** How often an account may ask. */
  perAccount?: RateLimit;
  /** How often an account, or an address without one, may ask. */
  perClient?: RateLimit;
  /** Whether and when it is refused with 503 and Retry-After while the server is overloaded; absent: `deferrable`. */
  precedence?: Exclude<Precedence, 'deferrable'>;
  /** Its path lies at the root, and not below /api/v1. */
  isAtRoot?: true;
};

/** The names of the parameters of a path. */
export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;
type Params<Name extends string> = [ParamName<Name>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParamName<Name>, z.ZodType<string>>> };

/** A route as its server, its documentation and its clients read it. */
export type Route = RouteDescription & { name: RouteName; params?: z.ZodObject | undefined };

/** Describes a route, once for all who serve or call it. */
export function defineRoute<Name extends RouteName, const Described extends RouteDescription>(
  name: Name,
  described: Described & Params<Name>,
): Described & Params<Name> & { name: Name } {
  return { ...described, name };
}

/** Most routes take any id: what is no id of ours is a thing that does not exist, 404 and not 400. */
export const idParams = z.object({ id: z.string().max(100) });
