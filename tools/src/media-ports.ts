import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ports } from './ports.ts';

/** A range of media ports that belongs to this process. */
export interface MediaPorts {
  release(): void;
}

const MARK_EVERY = 100;
const TRIES = 3;
const BETWEEN_TRIES_MS = 100;

/**
 * Takes a range of media ports for as long as this process lives, or gives null when another Farline has it. Two rtpengines
 * on one machine do not notice each other: both may open the same port, and the sound of a call reaches the one that opened
 * it later. So every hundredth port is kept from both; ranges that share fewer than a hundred ports may pass unnoticed.
 */
export async function holdMediaPorts({
  rtpFirst,
  rtpLast,
}: Pick<Ports, 'rtpFirst' | 'rtpLast'>): Promise<MediaPorts | null> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const held = await holdOnce(rtpFirst, rtpLast);
    if (held !== null) return held;
    // Somebody who only looks for free ports has one of them for a moment.
    if (tries < TRIES) await pause(BETWEEN_TRIES_MS);
  }
  return null;
}

async function holdOnce(rtpFirst: number, rtpLast: number): Promise<MediaPorts | null> {
  const held: Socket[] = [];
  const release = () => {
    for (const socket of held.splice(0)) socket.close();
  };
  for (let port = Math.ceil(rtpFirst / MARK_EVERY) * MARK_EVERY; port <= rtpLast; port += MARK_EVERY) {
    const socket = await bound(port);
    if (socket === null) {
      release();
      return null;
    }
    held.push(socket.unref());
  }
  return { release };
}

async function bound(port: number): Promise<Socket | null> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
    return socket;
  } catch (error) {
    socket.close();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
}
