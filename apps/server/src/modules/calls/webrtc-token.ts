import type { webrtcTokenReply } from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CallsDeps } from './calls-deps.ts';
import { sipCredentials } from './sip-credentials.ts';

/** What a phone in the browser needs to reach the engine as `user`. */
export function webrtcToken(
  deps: Pick<CallsDeps, 'sip' | 'clock'>,
  request: FastifyRequest,
  user: string,
): z.infer<typeof webrtcTokenReply> {
  const { username, password, expiresAt } = sipCredentials(user, deps.sip.secret, deps.clock.now());
  return {
    username,
    password,
    realm: deps.sip.realm,
    uri: `sip:${user}@${deps.sip.realm}`,
    websocketUrl: deps.sip.websocketUrl ?? websocketUrl(request, deps.sip.websocketPort),
    iceServers: deps.sip.iceServers.map((url) => ({ urls: [url] })),
    expiresAt: expiresAt.toISOString(),
  };
}

/** The engine's WebSocket as this browser reaches it: the host that it asked, on the engine's port. */
function websocketUrl(request: FastifyRequest, port: number): string {
  const { hostname } = new URL(`http://${request.host}`);
  return `${request.protocol === 'https' ? 'wss' : 'ws'}://${hostname}:${port}/`;
}
