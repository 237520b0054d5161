import type * as auth from '@farline/contracts/auth';
import type * as billing from '@farline/contracts/billing';
import type * as calls from '@farline/contracts/calls';
import type * as rates from '@farline/contracts/rates';
import type { z } from 'zod';

interface Route<
  Reply extends z.ZodType,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
> {
  reply: z.infer<Reply>;
  body: Body extends z.ZodType ? z.input<Body> : undefined;
  query: Query extends z.ZodType ? Partial<z.output<Query>> : undefined;
}

/** Every route that the pages call, with its shapes taken from the contracts. Types only: no schema is loaded for it. */
export interface ApiRoutes {
  'POST /auth/login': Route<typeof auth.session, typeof auth.loginRequest>;
  'POST /auth/register': Route<typeof auth.session, typeof auth.registerRequest>;
  'POST /auth/logout': Route<typeof auth.acknowledgement>;
  'GET /auth/profile': Route<typeof auth.profileReply>;
  'POST /auth/forgot-password': Route<typeof auth.acknowledgement, typeof auth.forgotPasswordRequest>;
  'POST /auth/reset-password': Route<typeof auth.acknowledgement, typeof auth.resetPasswordRequest>;
  'POST /calls/initiate': Route<typeof calls.initiateReply, typeof calls.initiateRequest>;
  'POST /calls/{id}/end': Route<typeof calls.callReply>;
  'GET /calls/history': Route<typeof calls.historyReply, undefined, typeof calls.historyQuery>;
  'GET /calls/{id}': Route<typeof calls.callReply>;
  'POST /calls/calculate-cost': Route<typeof calls.calculateCostReply, typeof calls.calculateCostRequest>;
  'GET /calls/active': Route<typeof calls.activeReply>;
  'GET /calls/webrtc-token': Route<typeof calls.webrtcTokenReply>;
  'GET /calls/stats': Route<typeof calls.statsReply, undefined, typeof calls.statsQuery>;
  'GET /rates/countries': Route<typeof rates.countriesReply>;
  'GET /rates': Route<typeof rates.ratesReply, undefined, typeof rates.ratesQuery>;
  'GET /billing/usage': Route<typeof billing.usageReply>;
}

export type RouteName = keyof ApiRoutes;
export type Reply<Name extends RouteName> = ApiRoutes[Name]['reply'];
