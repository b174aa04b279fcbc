import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

// Below the ports that a system chooses itself.
const FIRST = 10_000;
const END = 30_000;

/**
 * Listens on a port that no other process is given by chance. Connections that are still tried to a
 * server that is gone do not arrive there, and it can be closed for a while and opened again.
 */
export async function listenApart(server: Server, host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    try {
      await once(server.listen(port, host), 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** A port on which no process listens, and which no other process is given by chance. */
export async function aFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenApart(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
