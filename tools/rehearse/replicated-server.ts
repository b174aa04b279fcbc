import { cpSync, chownSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../dev/postgres/embedded-postgres.ts';
import type { EmbeddedServer } from '../dev/postgres/embedded-postgres.ts';
import { postgresAccount } from '../dev/postgres/postgres-installation.ts';
import { ensureFolder } from '../dev/files.ts';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { until } from '../dev/processes.ts';
import { startPrimaryAddress } from './primary-address.ts';

/** Settings of both servers; a commit is acknowledged once the standby has it too. */
export const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '4',
  // The standby needs the log from the start of its copy on.
  wal_keep_size: '1GB',
  synchronous_commit: 'on',
  hot_standby: 'on',
};
/** A standby on this machine follows within a second or two. */
const FOLLOWS_MS = 60_000;

/** Not copied: files of the running server, and the log, which the standby fetches. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot']);

/** An orchestrator takes this long to notice that a primary is gone. */
const NOTICED_MS = 2_000;

/** A primary whose commits wait for its standby. */
export interface ServerWithStandby {
  /** The server before it has a standby. */
  readonly primary: EmbeddedServer;
  /**
   * Call it once the roles and schemas exist.
   * @returns the port of an address that follows the primary
   */
  addStandby(): Promise<number>;
  /** Kills all processes of the primary at once, like a failing host. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, and resolves once it is. */
  promote(): Promise<void>;
  /** Queries the server that is the primary after the failover. */
  query<T extends object>(database: string, text: string, values?: readonly unknown[]): Promise<T[]>;
}

/** PostgreSQL's own replication, with a manual failover. */
export class ReplicatedServer implements ServerWithStandby {
  readonly primary: EmbeddedServer;
  private readonly folder: string;
  private readonly lifecycle: Lifecycle;
  private standby: EmbeddedServer | null = null;

  private constructor(folder: string, lifecycle: Lifecycle, primary: EmbeddedServer) {
    this.folder = folder;
    this.lifecycle = lifecycle;
    this.primary = primary;
  }

  static async start(this: void, folder: string, lifecycle: Lifecycle): Promise<ReplicatedServer> {
    const primary = await lifecycle.hold(
      startEmbeddedPostgres({ dataDir: join(folder, 'first'), fast: true, settings: SETTINGS }),
      (server) => server.stop(true),
    );
    return new ReplicatedServer(folder, lifecycle, primary);
  }

  /** Copies the running primary, lets the copy follow it, and makes commits wait for the copy. */
  async addStandby(): Promise<number> {
    const { primary, folder, lifecycle } = this;
    const copy = join(folder, 'second');
    ensureFolder(copy);
    await asSuperuser(primary.superuserUrl('postgres'), async (client) => {
      await client.query(`SELECT pg_backup_start('standby', fast => true)`);
      cpSync(join(folder, 'first', 'superuser-password'), join(copy, 'superuser-password'));
      copyCluster(join(folder, 'first', 'cluster'), join(copy, 'cluster'));
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
      writeFileSync(join(copy, 'cluster', 'backup_label'), rows[0]!.labelfile);
    });
    writeFileSync(join(copy, 'cluster', 'standby.signal'), '');
    giveTo(join(copy, 'cluster'));
    const { hostname, port, username, password } = new URL(primary.superuserUrl('postgres'));
    const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
    const standby = await lifecycle.hold(
      startEmbeddedPostgres({
        dataDir: copy,
        fast: true,
        settings: { ...SETTINGS, primary_conninfo: source },
      }),
      (server) => server.stop(true),
    );
    await asSuperuser(primary.superuserUrl('postgres'), async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
      await client.query('SELECT pg_reload_conf()');
      const isSynchronous = async (): Promise<boolean> =>
        (await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).rowCount === 1;
      if (!(await until(isSynchronous, FOLLOWS_MS))) throw new Error('The standby does not follow.');
    });
    this.standby = standby;
    const servers = [primary, standby].map((it) => it.superuserUrl('postgres'));
    const address = await lifecycle.hold(startPrimaryAddress(servers), (held) => held.stop());
    return address.port;
  }

  killPrimary(): Promise<void> {
    return this.primary.stop(true);
  }

  async promote(): Promise<void> {
    await delay(NOTICED_MS);
    await asSuperuser(this.standby!.superuserUrl('postgres'), (client) =>
      client.query('SELECT pg_promote()'),
    );
  }

  query<T extends object>(database: string, text: string, values: readonly unknown[] = []): Promise<T[]> {
    return asSuperuser(
      this.standby!.superuserUrl(database),
      async (client) => (await client.query<T>(text, [...values])).rows,
    );
  }
}

export function copyCluster(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(path.slice(from.length + 1)),
  });
  for (const name of ['pg_wal', 'pg_replslot']) ensureFolder(join(to, name));
}

/**
 * PostgreSQL runs under another account when root starts it, and needs exclusive access to its
 * files.
 */
export function giveTo(cluster: string): void {
  const { uid, gid } = postgresAccount();
  if (uid === undefined || gid === undefined) return;
  chownSync(cluster, uid, gid);
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
    chownSync(join(cluster, name), uid, gid);
}

export async function asSuperuser<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
