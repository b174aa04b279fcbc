import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './files.ts';

/** A port of the address that was free a moment ago. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * The port of the last start if it is free, so that its addresses still work; otherwise 0: any
 * port.
 */
export const preferredPort = async (last: number | undefined): Promise<number> =>
  last !== undefined && !(await isPortTaken(last, '127.0.0.1')) ? last : 0;

/**
 * Whether another process listens on the port.
 * @throws StartError if this account may not listen there
 */
export async function isPortTaken(port: number, host: string): Promise<boolean> {
  const server = createServer().listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // An address family that this machine does not have (no IPv6) cannot be in use either.
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return false;
    if (code === 'EADDRINUSE') return true;
    if (code === 'EACCES')
      throw new StartError(`This account may not listen on port ${port}: choose another.`);
    throw error;
  }
  server.close();
  await once(server, 'close');
  return false;
}
