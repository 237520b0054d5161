import { type Call, callRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { type Accounts } from '../../accounts/index.ts';
import { callId } from '../record/call-id.ts';
import type { CallRecord } from '../record/call-record.ts';
import { transferCall, type TransferDeps } from './transfer-call.ts';

type TransferRoutesDeps = TransferDeps & {
  accounts: Pick<Accounts, 'requireUser'>;
  /** The call as pages show it. */
  viewOfCall: (call: CallRecord) => Call;
};

/** How a call is given away. */
export function addTransferRoutes(app: FastifyInstance, deps: TransferRoutesDeps): void {
  const serve = serveRoutes(app, { user: deps.accounts.requireUser });

  serve(callRoutes.transfer, async (request) => {
    const { accountId } = identityOf(request);
    const { to, defaultCountry, terms: shownTerms } = request.body;
    const asked = { callId: callId(request.params), accountId, to, defaultCountry, shownTerms };
    const placed = await transferCall(deps, asked);
    return { call: deps.viewOfCall(placed) };
  });
}
