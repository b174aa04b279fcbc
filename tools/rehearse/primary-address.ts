import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** Patroni's template for HAProxy checks every 3 s; a rehearsal needs shorter intervals. */
const ASK_EVERY_MS = 500;
/** A server that takes longer to answer is not the primary that clients should use. */
const ANSWER_MS = 1_000;

/** An address of PostgreSQL that does not change when another server becomes the primary. */
export interface PrimaryAddress {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Listens on loopback and forwards to the server that is not a standby, like HAProxy with a health
 * check. It closes connections to a former primary.
 * @param servers URLs of the servers that may be the primary, with a superuser's credentials
 */
export async function startPrimaryAddress(servers: readonly string[]): Promise<PrimaryAddress> {
  let primary: URL | null = null;
  const links = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (near) => {
    near.on('error', () => near.destroy());
    if (primary === null) return void near.destroy();
    const far = connect({ port: Number(primary.port), host: primary.hostname, noDelay: true });
    for (const socket of [near, far]) links.add(socket);
    far.on('error', () => far.destroy());
    near.on('close', () => links.delete(near) && far.destroy());
    far.on('close', () => links.delete(far) && near.destroy());
    near.pipe(far).pipe(near);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const stop = new AbortController();
  const follow = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const answers = await Promise.all(servers.map(isPrimary));
      const found = servers[answers.indexOf(true)];
      if (found !== primary?.href) {
        primary = found === undefined ? null : new URL(found);
        for (const socket of links) socket.destroy();
      }
      await delay(ASK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const following = follow();
  return {
    port: (listener.address() as AddressInfo).port,
    stop: async () => {
      stop.abort();
      await following;
      listener.close();
      for (const socket of links) socket.destroy();
    },
  };
}

async function isPrimary(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
