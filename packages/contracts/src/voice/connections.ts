import { z } from 'zod';
import { instantMs, report } from './report.ts';

// Of the words between Kamailio and the server (voice-engine.ts), those about the WebSockets of browsers, each named `address:port`.

/** A browser's WebSocket closed. Not repeated, not acknowledged. */
export const socketClosed = z.object({ type: z.literal('socket.closed'), connection: z.string(), at: instantMs });
/**
 * The browser of an answered call has proved itself over another WebSocket, and speaks there from now on. Comes only once the answer and the
 * move before are acknowledged: none undoes a later one.
 */
export const callMoved = z.object({ type: z.literal('call.moved'), ...report, connection: z.string() });

export type SocketClosed = z.infer<typeof socketClosed>;
