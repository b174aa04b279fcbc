import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureFolder, readIfPresent, StartError, writePrivateFile } from '../files.ts';
import { freePort } from '../ports.ts';
import { readPostmasterFile, removeOrphan, stopPostmaster } from './postmaster.ts';
import { movedClock, patiently, until } from '../processes.ts';
import { assertReachable, postgresAccount, postgresBinaries } from './postgres-installation.ts';
import type { PostgresAccount, PostgresBinaries } from './postgres-installation.ts';

/**
 * Temporary reasons: a port that was taken in the meantime, a killed server's processes, or a
 * server killed before it wrote its pid.
 */
const PASSING = /could not bind|in use|lock file|already exists|shared memory/;
/** Five seconds in total, within which the processes of a killed server notice that it is gone. */
const START_ATTEMPTS = 20;
const RETRY_MS = 250;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // No socket in /tmp: the server is reached over loopback with a password or not at all.
  unix_socket_directories: '',
  // API, worker, migrations and a dozen test files at once, each with a few pools of ten.
  max_connections: '200',
  // Logical replication moves a tenant to another store.
  wal_level: 'logical',
  max_wal_senders: '20',
  max_replication_slots: '20',
  max_logical_replication_workers: '12',
  max_worker_processes: '24',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * For disposable clusters: nothing is forced to disk, and buffers are small because tests run in
 * parallel.
 */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  autovacuum_naptime: '1h',
  // Each test file opens about thirty connections, whose passwords protect nothing.
  scram_iterations: '1',
};

interface EmbeddedPostgresOptions {
  /** Folder of the cluster, its password and its log; created if missing. */
  readonly dataDir: string;
  readonly log?: (message: string) => void;
  /** For tests: trades durability for speed. */
  readonly fast?: boolean;
  /** Server settings that extend or replace ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedServer {
  readonly pid: number;
  readonly port: number;
  /** Settles when the server ends, requested or not. */
  readonly exited: Promise<void>;
  superuserUrl(database: string): string;
  /** Creates a database; with `template`, a copy of that one, which must have no connections. */
  createDatabase(name: string, options?: { readonly template?: string }): Promise<void>;
  /** Ends open connections and shuts down; `immediate` leaves recovery to the next start. */
  stop(immediate?: boolean): Promise<void>;
}

/**
 * Runs PostgreSQL from the npm package on a folder that survives restarts: on a free loopback port,
 * and detached from the terminal's signals. It first clears the remains of an earlier owner that
 * was killed.
 * @throws StartError with a message for the person at the terminal
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedServer> {
  const { dataDir, log = () => {}, fast = false } = options;
  const cluster = join(resolve(dataDir), 'cluster');
  const account = postgresAccount();
  const binaries = await postgresBinaries();
  ensureFolder(dataDir);
  assertReachable(dataDir, account, 'choose another DATA_DIR');
  assertReachable(dirname(binaries.postgres), account, 'move the checkout elsewhere');
  removeHalfFinished(dataDir);
  if (!existsSync(cluster)) {
    log('creating a new PostgreSQL cluster');
    await initialise(dataDir, cluster, binaries, account, fast);
  }
  await removeOrphan(cluster, log);
  const password = readIfPresent(passwordFile(dataDir));
  if (password === null) {
    throw new StartError(
      `${passwordFile(dataDir)} is missing: without it the cluster beside it is lost; remove both.`,
    );
  }
  const { child, pid, port } = await spawnServer(options, cluster, binaries, account);
  const exited = child.exitCode === null ? once(child, 'exit').then(() => undefined) : Promise.resolve();
  const superuserUrl = (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return {
    pid,
    port,
    exited,
    superuserUrl,
    createDatabase: (name, { template } = {}) =>
      createDatabase(superuserUrl('postgres'), name, template, fast),
    stop: async (immediate) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      await stopPostmaster(pid, cluster, immediate);
      await exited;
    },
  };
}

const passwordFile = (dataDir: string) => join(dataDir, 'superuser-password');

// A cluster gets its name only once it is complete; a killed attempt leaves a folder with another
// name. Its initdb may still be running there, so the next start removes anything that cannot be
// removed now.
function removeHalfFinished(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('unfinished-'))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

async function initialise(
  dataDir: string,
  cluster: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  fast: boolean,
): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  writePrivateFile(passwordFile(dataDir), password);
  const unfinished = join(resolve(dataDir), `unfinished-${randomBytes(6).toString('hex')}`);
  const initialPassword = join(unfinished, 'initial-password');
  const folder = join(unfinished, 'cluster');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writePrivateFile(initialPassword, password);
  for (const path of [unfinished, folder, initialPassword]) {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
  }
  // PostgreSQL's own code point order and Unicode case rules: the same on every system, with any
  // locales.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const initdb = spawn(
    binaries.initdb,
    [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${initialPassword}`,
      '--no-data-checksums',
      ...locale,
      ...(fast ? ['--no-sync', '--set=scram_iterations=1'] : []),
    ],
    {
      ...account,
      cwd: '/',
      env: { ...movedClock(), LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let complaint = '';
  initdb.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(initdb, 'close')) as [number | null];
  if (code !== 0) throw new StartError(`PostgreSQL could not create its cluster: ${complaint.trim()}`);
  renameSync(folder, cluster);
  rmSync(unfinished, { recursive: true, force: true });
}

async function spawnServer(
  { dataDir, log = () => {}, fast = false, settings: own = {} }: EmbeddedPostgresOptions,
  cluster: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<{ child: ChildProcess; pid: number; port: number }> {
  const settings = Object.entries({ ...SETTINGS, ...(fast ? FAST_SETTINGS : {}), ...own });
  const logFile = join(dataDir, 'postgres.log');
  let complaint = 'no reason given';
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const port = await freePort('127.0.0.1');
    const output = openSync(logFile, 'w', 0o600);
    const child = spawn(
      binaries.postgres,
      ['-D', cluster, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // Its own session, so that Ctrl-C in the terminal reaches only the owner, which stops the API
      // first.
      {
        ...account,
        cwd: '/',
        env: { ...movedClock(), LC_ALL: 'C' },
        detached: true,
        stdio: ['ignore', output, output],
      },
    );
    closeSync(output);
    child.unref();
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const ended = () => child.exitCode !== null || child.signalCode !== null;
    const isReady = () => {
      const state = readPostmasterFile(cluster);
      return state?.pid === pid && state.ready;
    };
    // Recovery of a killed server can take any amount of time.
    await patiently(
      `PostgreSQL to be ready, see ${logFile}`,
      until(() => ended() || isReady(), Infinity, 5),
      log,
    );
    if (!ended()) return { child, pid, port };
    complaint =
      readIfPresent(logFile)
        ?.split('\n')
        .find((line) => /FATAL|PANIC/.test(line)) ?? complaint;
    if (!PASSING.test(complaint)) break;
    await delay(RETRY_MS);
    await removeOrphan(cluster, log);
  }
  throw new StartError(`PostgreSQL does not start: ${complaint} (see ${logFile}).`);
}

async function createDatabase(
  url: string,
  name: string,
  template: string | undefined,
  fast: boolean,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Copying files needs a checkpoint, which costs nothing without fsync: 40 ms instead of 110
    // through the log.
    const strategy = fast ? ' STRATEGY FILE_COPY' : '';
    const copy = template === undefined ? '' : ` TEMPLATE ${client.escapeIdentifier(template)}${strategy}`;
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}${copy}`);
  } finally {
    await client.end();
  }
}
