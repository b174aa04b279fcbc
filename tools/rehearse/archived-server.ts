import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../dev/postgres/embedded-postgres.ts';
import type { EmbeddedServer } from '../dev/postgres/embedded-postgres.ts';
import { ensureFolder } from '../dev/files.ts';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { until } from '../dev/processes.ts';
import { asSuperuser, baseBackup, connectionTo } from './base-backup.ts';
import { giveTo } from './replicated-server.ts';

const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '1GB',
  hot_standby: 'on',
};
const RECOVERED_MS = 120_000;

/** A server with a base backup and an archive of its log. */
export class ArchivedServer {
  readonly live: EmbeddedServer;
  private readonly folder: string;
  private readonly lifecycle: Lifecycle;

  private constructor(folder: string, lifecycle: Lifecycle, live: EmbeddedServer) {
    this.folder = folder;
    this.lifecycle = lifecycle;
    this.live = live;
  }

  static async start(folder: string, lifecycle: Lifecycle): Promise<ArchivedServer> {
    const archive = join(folder, 'archive');
    ensureFolder(folder);
    mkdirSync(archive);
    giveTo(archive);
    const settings = {
      ...SETTINGS,
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    };
    const live = await lifecycle.hold(
      startEmbeddedPostgres({ dataDir: join(folder, 'live'), fast: true, settings }),
      (server) => server.stop(true),
    );
    return new ArchivedServer(folder, lifecycle, live);
  }

  /** Copies the server while it runs. */
  backUp(): Promise<void> {
    return baseBackup(this.live, join(this.folder, 'live'), join(this.folder, 'base'));
  }

  /** A standby that follows the server itself, and stops at the given moment. */
  async witness(moment: string): Promise<EmbeddedServer> {
    const witness = await this.recover('witness', 'standby.signal', {
      primary_conninfo: connectionTo(this.live, 'witness'),
      recovery_target_time: moment,
      recovery_target_action: 'pause',
    });
    await reached(witness, `pg_get_wal_replay_pause_state() = 'paused'`);
    return witness;
  }

  /** Completes the archive; the server may disappear afterwards. */
  async closeArchive(): Promise<void> {
    await asSuperuser(this.live, async (client) => {
      const { rows } = await client.query<{ file: string }>(
        'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file, pg_switch_wal()',
      );
      const isArchived = async (): Promise<boolean> =>
        (await client.query('SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1', [rows[0]!.file]))
          .rowCount === 1;
      if (!(await until(isArchived, RECOVERED_MS, 100))) throw new Error('The log is not archived.');
    });
  }

  /** A separate server, restored to the moment from the base backup and the archive alone. */
  async restore(moment: string): Promise<EmbeddedServer> {
    const restored = await this.recover('restored', 'recovery.signal', {
      restore_command: `cp ${join(this.folder, 'archive')}/%f "%p"`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    });
    await reached(restored, 'NOT pg_is_in_recovery()');
    return restored;
  }

  private recover(
    name: string,
    signal: string,
    settings: Readonly<Record<string, string>>,
  ): Promise<EmbeddedServer> {
    const copy = join(this.folder, name);
    ensureFolder(copy);
    cpSync(join(this.folder, 'base'), copy, { recursive: true });
    chmodSync(join(copy, 'cluster'), 0o700);
    writeFileSync(join(copy, 'cluster', signal), '');
    giveTo(join(copy, 'cluster'));
    return this.lifecycle.hold(
      startEmbeddedPostgres({ dataDir: copy, fast: true, settings: { ...SETTINGS, ...settings } }),
      (server) => server.stop(true),
    );
  }
}

async function reached(server: EmbeddedServer, condition: string): Promise<void> {
  const isReached = (): Promise<boolean> =>
    asSuperuser(server, async (client) => (await client.query(`SELECT WHERE ${condition}`)).rowCount === 1);
  if (!(await until(isReached, RECOVERED_MS, 100))) throw new Error(`Recovery does not end: ${condition}.`);
}
