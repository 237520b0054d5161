import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Takes a name that nobody else on this machine has until it is given back: gives what does so. Null: somebody has it. It is that of a socket
 * without a file (unix(7), "abstract"), which nobody speaks to: Linux takes it back from a process that ends, however it ends.
 */
export async function takeName(name: string): Promise<(() => void) | null> {
  const holder = createServer((socket) => socket.destroy());
  // Whoever connects all the same, where no file can be opened, ends nothing.
  holder.on('error', () => {});
  holder.listen(`\0farline-${createHash('sha256').update(name).digest('hex')}`);
  try {
    await once(holder, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
  return () => void holder.close();
}
