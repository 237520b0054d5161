import { callRoutes, ECHO_TEST } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { guestUser } from './guest-call.ts';
import { type GuestEchoDeps, initiateGuestEcho } from './initiate-guest-echo.ts';
import { type SipSettings, webrtcToken } from '../placing/webrtc-token.ts';

/** What visitors who are not signed in may call. */
export function addGuestRoutes(app: FastifyInstance, deps: GuestEchoDeps & { sip: SipSettings }): void {
  const serve = serveRoutes(app, {});

  serve(callRoutes.guestEcho, async (request, reply) => {
    const { callId, validUntil } = await initiateGuestEcho(deps, { address: request.ip });
    reply.header('cache-control', 'no-store');
    return {
      callId,
      placement: {
        uri: `sip:${ECHO_TEST}@${deps.sip.realm}`,
        header: { name: 'X-Farline-Call', value: callId } as const,
        validUntil: validUntil.toISOString(),
      },
      credentials: webrtcToken(deps, request, guestUser(callId)),
      longestSeconds: deps.settings.guestEchoSeconds,
    };
  });
}
