import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { EmbeddedServer } from '../dev/postgres/embedded-postgres.ts';
import { ensureFolder } from '../dev/files.ts';
import { asSuperuser as onAddress, copyCluster } from './replicated-server.ts';

/**
 * Copies a running server as `pg_basebackup` does, which the embedded PostgreSQL does not include.
 * @param from folder of the server
 * @param to folder of the copy
 */
export async function baseBackup(server: EmbeddedServer, from: string, to: string): Promise<void> {
  ensureFolder(to);
  await asSuperuser(server, async (client) => {
    await client.query(`SELECT pg_backup_start('rehearsal', fast => true)`);
    cpSync(join(from, 'superuser-password'), join(to, 'superuser-password'));
    copyCluster(join(from, 'cluster'), join(to, 'cluster'));
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    writeFileSync(join(to, 'cluster', 'backup_label'), rows[0]!.labelfile);
  });
}

/** The connection of a standby to its primary. */
export function connectionTo(primary: EmbeddedServer, name: string): string {
  const { hostname, port, username, password } = new URL(primary.superuserUrl('postgres'));
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
}

/** Works on a connection as a superuser. */
export const asSuperuser = <T>(
  server: EmbeddedServer,
  work: (client: Client) => Promise<T>,
  database = 'postgres',
): Promise<T> => onAddress(server.superuserUrl(database), work);
