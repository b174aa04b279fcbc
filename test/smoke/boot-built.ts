import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../tools/dev/postgres/embedded-postgres.ts';
import type { EmbeddedServer } from '../../tools/dev/postgres/embedded-postgres.ts';

// Boots the build as production does: databases prepared by deploy/init-*.sql, then migrate, main
// and worker, with settings from the environment and nothing else. Decorators under ESM can fail at
// boot in ways no test runner reproduces. Usage: node test/smoke/boot-built.ts [folder that holds
// dist/ and node_modules/]

/** Starting and stopping take seconds, and never this long even on a busy machine. */
const HANGS_MS = 10 * 60_000;
const DRAIN_SECONDS = 5;

const application = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const DOCUMENT = join(import.meta.dirname, '../../openapi.json');
const scratch = join(tmpdir(), `boot-built-${process.pid}`);
const children: ChildProcess[] = [];

type Environment = Readonly<Record<string, string>>;

function say(message: string): void {
  process.stdout.write(`boot: ${message}\n`);
}

/** Starts a built file with only this environment, outside the checkout. */
function run(file: string, environment: Environment): ChildProcess {
  return runNode([join(application, 'dist', file)], tmpdir(), environment);
}

function runNode(args: readonly string[], cwd: string, env: Environment): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

/** How a process ended: its exit code, or the signal that ended it. */
async function outcomeOf(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, 'exit', { signal: AbortSignal.timeout(HANGS_MS) });
  }
  return child.exitCode ?? child.signalCode ?? 'unknown';
}

/**
 * Waits for a log line with this message, and prints the other lines.
 * @throws if the process ends first
 */
async function logLine(name: string, child: ChildProcess, wanted: string): Promise<Record<string, unknown>> {
  if (!child.stdout) throw new Error(`${name} has no output to read.`);
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolveLine, reject) => {
    AbortSignal.timeout(HANGS_MS).addEventListener('abort', () =>
      reject(new Error(`${name} did not say "${wanted}" in time.`)),
    );
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it said "${wanted}".`)));
    lines.on('line', (line) => {
      process.stdout.write(`${name}: ${line}\n`);
      const fields: unknown = line.startsWith('{') ? JSON.parse(line) : null;
      if (typeof fields !== 'object' || fields === null || !('msg' in fields) || fields.msg !== wanted)
        return;
      resolveLine({ ...fields });
    });
  });
}

function insist(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
  say(message);
}

/** Runs a script of deploy/ like psql, except for roles that the server already has. */
async function prepareDatabase(server: EmbeddedServer, name: string, variables: Environment): Promise<void> {
  const script = readFileSync(join(import.meta.dirname, `../../deploy/${name}`), 'utf8')
    .replaceAll(/^(--|\\).*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: string) => `'${variables[name]}'`)
    .replaceAll(/:"(\w+)"/g, (_, name: string) => `"${variables[name]}"`);
  const statements = script.split(';').filter((statement) => statement.trim() !== '');
  const client = new Client({ connectionString: server.superuserUrl('postgres') });
  await client.connect();
  try {
    for (const statement of statements) {
      const role = /CREATE ROLE (\w+)/.exec(statement)?.[1];
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role ?? '']);
      if (rowCount === 0) await client.query(statement);
    }
  } finally {
    await client.end();
  }
}

async function bootAndStop(
  migration: Environment,
  service: Environment,
  forWorker: Environment,
): Promise<void> {
  for (const round of ['empty databases', 'migrated ones']) {
    const migrate = run('migrate.js', migration);
    migrate.stdout?.pipe(process.stdout);
    insist((await outcomeOf(migrate)) === 0, `migrate leaves with 0 on ${round}`);
  }

  const main = run('main.js', service);
  const worker = run('worker.js', forWorker);
  const [listening] = await Promise.all([
    logLine('main', main, 'listening'),
    logLine('worker', worker, 'working'),
  ]);
  const address = `http://127.0.0.1:${Number(listening['port'])}`;
  const health = await fetch(`${address}/v1/health`);
  insist(health.status === 200, `GET /v1/health answers ${health.status}: ${await health.text()}`);
  if (existsSync(join(application, 'dist/public'))) {
    const asked = await fetch(`${address}/i`, { headers: { accept: 'text/html' } });
    const page = await asked.text();
    const [, script = ''] = / src="([^"]+)"/.exec(page) ?? [];
    const { status } = await fetch(address + script);
    insist(status === 200, `the script of GET /i answers ${status}`);
  }
  const document = await fetch(`${address}/openapi.json`);
  insist(
    isDeepStrictEqual(await document.json(), JSON.parse(readFileSync(DOCUMENT, 'utf8'))),
    'GET /openapi.json is the published document: no section is missing',
  );
  insist(worker.exitCode === null && worker.signalCode === null, 'the worker is up while main answers');

  main.kill('SIGTERM');
  worker.kill('SIGTERM');
  const [mainEnd, workerEnd] = await Promise.all([outcomeOf(main), outcomeOf(worker)]);
  insist(
    mainEnd === 0 && workerEnd === 0,
    `after SIGTERM main leaves with ${mainEnd}, the worker with ${workerEnd}`,
  );
}

/** In a checkout, `nest start` builds what nest-cli.json names, starts it and passes signals on. */
async function startByNest(service: Environment): Promise<void> {
  const nest = runNode(
    [join(application, 'node_modules/@nestjs/cli/bin/nest.js'), 'start', '--no-shell'],
    application,
    {
      ...service,
      PATH: dirname(process.execPath),
    },
  );
  const { port } = await logLine('nest start', nest, 'listening');
  const health = await fetch(`http://127.0.0.1:${Number(port)}/v1/health`);
  insist(health.status === 200, `nest start: GET /v1/health answers ${health.status}`);
  nest.kill('SIGTERM');
  insist((await outcomeOf(nest)) === 0, 'nest start leaves with 0 after SIGTERM');
}

const server = await startEmbeddedPostgres({ dataDir: scratch, fast: true });
try {
  const password = randomBytes(24).toString('base64url');
  const logins = ['owner', 'main', 'worker', 'operator', 'store'];
  const variables = Object.fromEntries(logins.map((login) => [`${login}_password`, password]));
  await prepareDatabase(server, 'init-metadata.sql', { ...variables, database: 'telephony' });
  await prepareDatabase(server, 'init-store.sql', { ...variables, database: 'calls' });
  const url = (role: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${server.port}/${database}`;
  const masterKeyFile = join(scratch, 'master.key');
  const secret = () => randomBytes(32).toString('base64');
  writeFileSync(masterKeyFile, secret(), { mode: 0o600 });
  const service = {
    PORT: '0',
    HOST: '127.0.0.1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    METADATA_DATABASE_URL: url('telephony_main', 'telephony'),
    TENANT_STORES: JSON.stringify({ 'store-a': url('telephony_store', 'calls') }),
    API_KEY_PEPPER: secret(),
    CURSOR_SECRET: secret(),
    MASTER_KEY_FILE: masterKeyFile,
  };
  const migration = {
    METADATA_OWNER_URL: url('telephony_owner', 'telephony'),
    TENANT_STORE_OWNER_URLS: JSON.stringify({ 'store-a': url('telephony_owner', 'calls') }),
  };
  await bootAndStop(migration, service, {
    ...service,
    METADATA_DATABASE_URL: url('telephony_worker', 'telephony'),
  });
  if (existsSync(join(application, 'nest-cli.json'))) await startByNest(service);
} finally {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
say('all is well');
