import { ECHO_TEST, guestEchoReply } from '@farline/contracts';
import { type HttpServer, refusals } from '../../../platform/http-server.ts';
import { guestUser } from './guest-call.ts';
import { type GuestEchoDeps, initiateGuestEcho } from './initiate-guest-echo.ts';
import { type SipSettings, webrtcToken } from '../placing/webrtc-token.ts';

/** What visitors who are not signed in may call. */
export function addGuestRoutes(app: HttpServer, deps: GuestEchoDeps & { sip: SipSettings }): void {
  app.post(
    '/calls/guest-echo',
    {
      schema: {
        tags: ['calls'],
        summary: 'Prepare one call of a visitor to the echo test, which ends after a minute',
        response: { 201: guestEchoReply, ...refusals },
      },
    },
    async (request, reply) => {
      const { callId, validUntil } = await initiateGuestEcho(deps, { address: request.ip });
      reply.status(201).header('cache-control', 'no-store');
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
    },
  );
}
