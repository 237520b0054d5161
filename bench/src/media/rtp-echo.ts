import { createSocket } from 'node:dgram';
import { parentPort, workerData } from 'node:worker_threads';

/** A worker thread: sends every packet that arrives at `workerData.port` back to where it came from. */
const socket = createSocket({
  type: 'udp4',
  recvBufferSize: 4_000_000,
  sendBufferSize: 4_000_000,
  // Addresses only: nothing is to be looked up.
  lookup: (hostname, _options, found) => found(null, hostname, 4),
});
socket.on('message', (packet, from) => socket.send(packet, from.port, from.address));
// A side that hung up no longer listens; its last packets come back as errors.
socket.on('error', () => undefined);
socket.bind((workerData as { port: number }).port, '127.0.0.1', () => parentPort?.postMessage('ready'));
