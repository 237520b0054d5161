import { callRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../platform/http-server.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { destinationReply, termsReply, paidByView } from '../rating/index.ts';
import { callId } from './record/call-id.ts';
import { openCallOfUser } from './history/call-lists-store.ts';
import { callStats } from './history/call-stats.ts';
import { viewOfCall, viewWithTransfer } from './history/call-view.ts';
import type { CallsDeps } from './calls-deps.ts';
import { costOfCall } from './money/cost-of-call.ts';
import { endCallByRequest } from './ending/end-call-by-request.ts';
import { initiateCall } from './placing/initiate-call.ts';
import { reportStatus } from './ending/report-status.ts';
import { transferOf } from './transfer/transfers-store.ts';
import { userInBrowser } from './record/placer.ts';
import { webrtcToken } from './placing/webrtc-token.ts';

const CALL_HEADER = 'X-Farline-Call';

/** The specification's /calls/* calls but its lists, which are in `history-routes.ts`. */
export function addCallRoutes(app: FastifyInstance, deps: CallsDeps): void {
  const { requireUser, knowUser } = deps.accounts;
  const serve = serveRoutes(app, { user: requireUser, visitor_or_user: knowUser });

  serve(callRoutes.initiate, async (request) => {
    const { accountId, userId } = identityOf(request);
    const { to, from, defaultCountry, terms: shownTerms, withholdNumber: isNumberWithheld = false } = request.body;
    const how = { isNumberWithheld, isHeardByPlacer: true, placer: userInBrowser(userId) };
    const isEchoOnly = !(await deps.accounts.isConfirmed({ userId }));
    const asked = { accountId, to, from, defaultCountry, shownTerms, isEchoOnly, ...how };
    const { call, talkSeconds, included, validUntil } = await initiateCall(deps, asked);
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
      placement: placementOf(call, deps.sip, validUntil),
    };
  });

  serve(callRoutes.end, async (request) => {
    const { accountId } = identityOf(request);
    return { call: viewOfCall(await endCallByRequest(deps, { callId: callId(request.params), accountId })) };
  });

  serve(callRoutes.active, async (request) => {
    const call = await openCallOfUser(deps.database, identityOf(request).userId);
    return { call: call === null ? null : viewWithTransfer(call, await transferOf(deps.database, call.id)) };
  });

  serve(
    callRoutes.stats,
    async (request) =>
      await callStats(deps, { accountId: identityOf(request).accountId, period: request.query.period }),
  );

  serve(callRoutes.webrtcToken, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return webrtcToken(deps, request, identityOf(request).userId);
  });

  serve(callRoutes.calculateCost, async (request) => {
    const { to, duration: durationSeconds, defaultCountry } = request.body;
    const accountId = request.identity?.accountId ?? null;
    return await costOfCall(deps, { accountId, to, durationSeconds, defaultCountry });
  });

  serve(callRoutes.reportStatus, async (request) => {
    const { accountId } = identityOf(request);
    const report = { callId: callId(request.params), accountId, status: request.body.status };
    return { call: viewOfCall(await reportStatus(deps, report)) };
  });
}

const placementOf = ({ id, to }: { id: string; to: string }, { realm }: CallsDeps['sip'], validUntil: Date) => ({
  uri: `sip:${to}@${realm}`,
  header: { name: CALL_HEADER, value: id } as const,
  validUntil: validUntil.toISOString(),
});
