import type { LiveServerMessage } from '@farline/contracts';
import type { WebSocket } from '@fastify/websocket';
import type { Problem } from '../problems.ts';

/** RFC 6455 §7.4.1. */
const POLICY_VIOLATION = 1008;
/** Try again later: IANA's registry of close codes. */
const TRY_AGAIN_LATER = 1013;

export function say(socket: WebSocket, message: LiveServerMessage): void {
  write(socket, JSON.stringify(message));
}

export function write(socket: WebSocket, words: string): void {
  if (socket.readyState === socket.OPEN) socket.send(words);
}

/** Whatever waits to be read is a sign of life, too; answers to whoever reads nothing would only pile up. */
export function answerPing(socket: WebSocket): void {
  if (socket.bufferedAmount === 0) say(socket, { type: 'pong' });
}

/** Says why, and when to come again, where that is known; then closes the socket. */
export function refuse(
  socket: WebSocket,
  { code, message, retryAfterSeconds }: Pick<Problem, 'code' | 'message' | 'retryAfterSeconds'>,
): void {
  say(socket, { type: 'refused', code, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
  socket.close(retryAfterSeconds === undefined ? POLICY_VIOLATION : TRY_AGAIN_LATER);
}
