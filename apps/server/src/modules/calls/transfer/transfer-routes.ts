import { type Call, transferReply, transferRequest } from '@farline/contracts';
import { idParams } from '../../../platform/id-params.ts';
import { type HttpServer, identityOf, refusals } from '../../../platform/http-server.ts';
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
export function addTransferRoutes(app: HttpServer, deps: TransferRoutesDeps): void {
  app.post(
    '/calls/:id/transfer',
    {
      onRequest: deps.accounts.requireUser,
      config: { idempotent: true, confirmedOnly: true },
      schema: {
        tags: ['calls'],
        security: [{ bearer: [] }],
        summary: 'Transfer a running call to another number; what comes of it is pushed live',
        params: idParams,
        body: transferRequest,
        response: { 201: transferReply, ...refusals },
      },
    },
    async (request, reply) => {
      const { accountId } = identityOf(request);
      const { to, defaultCountry } = request.body;
      const wish = { callId: callId(request.params), accountId, to, defaultCountry };
      const placed = await transferCall(deps, wish);
      reply.status(201);
      return { call: deps.viewOfCall(placed) };
    },
  );
}
