import type { Route } from './define-route.ts';
import * as groups from './routes/index.ts';

type Groups = typeof groups;
type RouteIn<Group> = Group[keyof Group];

/** Any route of the API, with its name and shapes; `Extract<ApiRoute, { name: 'GET /calls/{id}' }>` is one of them. */
export type ApiRoute = { [Group in keyof Groups]: RouteIn<Groups[Group]> }[keyof Groups];

/** Every route of the API but the addresses of payment providers' updates. */
export const apiRoutes: readonly Route[] = Object.values(groups).flatMap((group) => Object.values<Route>(group));
