import {
  activeReply,
  calculateCostReply,
  calculateCostRequest,
  callReply,
  initiateReply,
  initiateRequest,
  statsQuery,
  statsReply,
  statusUpdate,
  webrtcTokenReply,
} from '@farline/contracts';
import { idParams } from '../../platform/id-params.ts';
import { type HttpServer, identityOf, refusals } from '../../platform/http-server.ts';
import { destinationReply, termsReply } from '../rating/index.ts';
import { callId } from './record/call-id.ts';
import { openCallOfUser } from './history/call-lists-store.ts';
import { callStats } from './history/call-stats.ts';
import { viewOfCall, viewWithTransfer } from './history/call-view.ts';
import type { CallsDeps } from './calls-deps.ts';
import { costOfCall } from './money/cost-of-call.ts';
import { endCallByRequest } from './ending/end-call-by-request.ts';
import { initiateCall } from './placing/initiate-call.ts';
import { reportStatus } from './ending/report-status.ts';
import { COST_LIMIT, INITIATE_LIMIT } from './request-limits.ts';
import { transferOf } from './transfer/transfers-store.ts';
import { userInBrowser } from './record/placer.ts';
import { paidByView } from './record/who-pays.ts';
import { webrtcToken } from './placing/webrtc-token.ts';

const tags = ['calls'];
const signedIn = { tags, security: [{ bearer: [] }] };
const CALL_HEADER = 'X-Farline-Call';

/** The specification's /calls/* calls but its lists, which are in `history-routes.ts`. */
export function addCallRoutes(app: HttpServer, deps: CallsDeps): void {
  const { requireUser, knowUser } = deps.accounts;

  app.post(
    '/calls/initiate',
    {
      onRequest: requireUser,
      config: { idempotent: true, perCaller: INITIATE_LIMIT },
      schema: {
        ...signedIn,
        summary: 'Prepare a call: its price, and what the phone needs to place it',
        body: initiateRequest,
        response: { 201: initiateReply, ...refusals },
      },
    },
    async (request, reply) => {
      const { accountId, userId } = identityOf(request);
      const { to, from, defaultCountry, withholdNumber: isNumberWithheld = false } = request.body;
      const { call, talkSeconds, included, validUntil } = await initiateCall(deps, {
        ...{ accountId, to, from, defaultCountry, isNumberWithheld },
        placer: userInBrowser(userId),
        isEchoOnly: !(await deps.accounts.isConfirmed({ userId })),
      });
      reply.status(201);
      return {
        call: viewOfCall(call),
        quote: {
          destination: destinationReply(call.rated.destination),
          terms: termsReply(call.rated.terms),
          talkSeconds,
          included,
          isPractice: call.isPractice,
          paidBy: paidByView(call.paidBy),
        },
        placement: {
          uri: `sip:${call.to}@${deps.sip.realm}`,
          header: { name: CALL_HEADER, value: call.id } as const,
          validUntil: validUntil.toISOString(),
        },
      };
    },
  );

  app.post(
    '/calls/:id/end',
    {
      onRequest: requireUser,
      config: { idempotent: true },
      schema: { ...signedIn, summary: 'End a call', params: idParams, response: { 200: callReply, ...refusals } },
    },
    async (request) => {
      const { accountId } = identityOf(request);
      return { call: viewOfCall(await endCallByRequest(deps, { callId: callId(request.params), accountId })) };
    },
  );

  app.get(
    '/calls/active',
    {
      onRequest: requireUser,
      schema: { ...signedIn, summary: 'The call that runs now', response: { 200: activeReply, ...refusals } },
    },
    async (request) => {
      const call = await openCallOfUser(deps.database, identityOf(request).userId);
      return { call: call === null ? null : viewWithTransfer(call, await transferOf(deps.database, call.id)) };
    },
  );

  app.get(
    '/calls/stats',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: 'What the calls of a period come to, beside the period before',
        querystring: statsQuery,
        response: { 200: statsReply, ...refusals },
      },
    },
    async (request) =>
      await callStats(deps, { accountId: identityOf(request).accountId, period: request.query.period }),
  );

  app.get(
    '/calls/webrtc-token',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: 'Short-lived SIP credentials for the phone in the browser',
        response: { 200: webrtcTokenReply, ...refusals },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return webrtcToken(deps, request, identityOf(request).userId);
    },
  );

  app.post(
    '/calls/calculate-cost',
    {
      onRequest: knowUser,
      config: { perCaller: COST_LIMIT },
      schema: {
        tags,
        summary: 'What a call would cost',
        body: calculateCostRequest,
        response: { 200: calculateCostReply, ...refusals },
      },
    },
    async (request) => {
      const { to, duration: durationSeconds, defaultCountry } = request.body;
      const accountId = request.identity?.accountId ?? null;
      return await costOfCall(deps, { accountId, to, durationSeconds, defaultCountry });
    },
  );

  app.patch(
    '/calls/:id/status',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: "A client's report of how far its call is; completed and cancelled end it",
        params: idParams,
        body: statusUpdate,
        response: { 200: callReply, ...refusals },
      },
    },
    async (request) => {
      const { accountId } = identityOf(request);
      const report = { callId: callId(request.params), accountId, status: request.body.status };
      return { call: viewOfCall(await reportStatus(deps, report)) };
    },
  );
}
