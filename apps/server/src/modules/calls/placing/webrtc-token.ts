import type { webrtcTokenReply } from '@farline/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { sipCredentials } from './sip-credentials.ts';

/** How phones in browsers reach the engine. */
export type SipSettings = {
  /** Shared with Kamailio's auth_ephemeral. */
  secret: string;
  realm: string;
  websocketPort: number;
  /** The whole address, where a proxy stands before the engine; null: the asked host with the port. */
  websocketUrl: string | null;
  iceServers: z.infer<typeof webrtcTokenReply>['iceServers'];
};

/** What a phone in the browser needs to reach the engine as `user`. */
export function webrtcToken(
  deps: { sip: SipSettings; clock: Clock },
  request: FastifyRequest,
  user: string,
): z.infer<typeof webrtcTokenReply> {
  const { username, password, expiresAt, lastsSeconds } = sipCredentials(user, deps.sip.secret, deps.clock.now());
  return {
    username,
    password,
    realm: deps.sip.realm,
    uri: `sip:${user}@${deps.sip.realm}`,
    websocketUrl: sipWebsocketUrl(deps.sip, request),
    iceServers: deps.sip.iceServers,
    expiresAt: expiresAt.toISOString(),
    lastsSeconds,
  };
}

/** The engine's WebSocket as this browser reaches it: what was set, else the host that it asked, on the engine's port. */
export function sipWebsocketUrl(
  sip: Pick<SipSettings, 'websocketUrl' | 'websocketPort'>,
  request: FastifyRequest,
): string {
  if (sip.websocketUrl !== null) return sip.websocketUrl;
  const asked = `http://${request.host}`;
  const hostname = URL.canParse(asked) ? new URL(asked).hostname : 'localhost';
  return `${request.protocol === 'https' ? 'wss' : 'ws'}://${hostname}:${sip.websocketPort}/`;
}
