import type { ApiRoute } from '@farline/contracts/api-routes';
import type { ParamName } from '@farline/contracts/define-route';
import type { z } from 'zod';

// Types only: no schema is loaded for a page.
type Route = Exclude<ApiRoute, { isAtRoot: true }>;
type Named<Name extends RouteName> = Extract<Route, { name: Name }>;
type Part<Described, Key extends string> =
  Described extends Record<Key, infer Schema extends z.ZodType> ? Schema : undefined;

/** The method and path of a route of the API, as contracts describe it. */
export type RouteName = Route['name'];
/** The routes that are open to everybody. */
export type OpenRouteName = Extract<Route, { access: 'anyone' }>['name'];
/** The routes that take an Idempotency-Key. */
export type IdempotentRouteName = Extract<Route, { isIdempotent: true }>['name'];

/** Those that the client gives a key by itself, each request its own. */
export type KeyedRouteName = Extract<
  IdempotentRouteName,
  'POST /calls/initiate' | 'POST /billing/payment-methods' | 'POST /messages/broadcasts/{id}/start'
>;
/** What moves money, sends a message or adds something to a list names its intent; a call that has ended changes no more by being ended again. */
type NamedIntent = Exclude<IdempotentRouteName, KeyedRouteName | 'POST /calls/{id}/end'>;

/** The codes that a route declares as its own. A page that knows one by name says of which route: `'number_taken' satisfies RefusalOf<'POST /numbers'>`. */
export type RefusalOf<Name extends RouteName> = Refusals<Named<Name>>;
type Refusals<Described> = Described extends { refusals: readonly (infer Code)[] } ? Code : never;

export type Reply<Name extends RouteName> = z.output<Named<Name>['reply']>;

type Body<Described> =
  Part<Described, 'body'> extends z.ZodType ? { body: z.input<Part<Described, 'body'>> } : { body?: undefined };
type Query<Described> =
  Part<Described, 'query'> extends z.ZodType
    ? { query?: Partial<z.output<Part<Described, 'query'>>> }
    : { query?: undefined };

/** Names one intent of the user, so that a repeated request changes nothing. Sent wherever it is given. */
type Key<Name> = Name extends NamedIntent ? { idempotencyKey: string } : { idempotencyKey?: string };

/** What a request of this route needs: its body, its query and the parameters of its path, as the contract says. */
export type RequestParts<Name extends RouteName> = Body<Named<Name>> &
  Query<Named<Name>> &
  Record<ParamName<Name>, string> &
  Key<Name> & {
    /** Lets the request outlive the page. */
    keepalive?: boolean;
  };

type Filled<Path extends string> = Path extends `${infer Head}{${string}}${infer Tail}`
  ? `${Head}${string}${Filled<Tail>}`
  : Path;
/** The path of a route with its parameters filled in, and a query where it takes one. */
type Address<Described extends Route> = Described['name'] extends `${string} ${infer Path}`
  ? Filled<Path> | (Part<Described, 'query'> extends z.ZodType ? `${Filled<Path>}?${string}` : never)
  : never;
type Upload = Extract<Route, { takesFile: true }>;

/** Where a file is had. */
export type FilePath = Each<Extract<Route, { produces: readonly string[] }>>;
/** Where a file is sent. */
export type UploadPath = Each<Upload>;
type Each<Described extends Route> = Described extends Route ? Address<Described> : never;
/** What is answered to a file that is sent there. */
export type UploadReply<Path extends UploadPath> = Upload extends infer Described extends Route
  ? Described extends Route
    ? Path extends Address<Described>
      ? z.output<Described['reply']>
      : never
    : never
  : never;
