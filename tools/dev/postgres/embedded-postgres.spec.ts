import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedServer } from './embedded-postgres.ts';
import { processIdentity } from '../processes.ts';

let folder: string;
let dataDir: string;
const servers: EmbeddedServer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'postgres');
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop(true)));
  rmSync(folder, { recursive: true, force: true });
});

async function start(log: (message: string) => void = () => {}): Promise<EmbeddedServer> {
  const server = await startEmbeddedPostgres({ dataDir, fast: true, log });
  servers.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('keeps databases over a restart, on loopback and behind a password', async () => {
    const first = await start();
    await first.createDatabase('origin');
    await ask(first.superuserUrl('origin'), 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.createDatabase('copy', { template: 'origin' });
    await first.stop();
    expect(processIdentity(first.pid)).toBeNull();

    const second = await start();
    expect(await ask(second.superuserUrl('copy'), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(
      await ask(
        second.superuserUrl('postgres'),
        `SELECT current_setting('listen_addresses') AS listens, current_setting('server_encoding') AS encoding,
                current_setting('unix_socket_directories') AS sockets, lower('ÄÉ') AS lowered`,
      ),
    ).toEqual([{ listens: '127.0.0.1', encoding: 'UTF8', sockets: '', lowered: 'äé' }]);
    const wrong = second.superuserUrl('postgres').replace(/:[^:@]+@/, ':wrong@');
    await expect(ask(wrong, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(dataDir, 'superuser-password')).mode & 0o777).toBe(0o600);
  });

  it('stops the server that a killed owner left behind and starts anew on its data', async () => {
    const orphan = await start();
    await orphan.createDatabase('survivor');

    const messages: string[] = [];
    const server = await start((message) => messages.push(message));

    expect(messages.join()).toContain(`pid ${orphan.pid}`);
    expect(processIdentity(orphan.pid)).toBeNull();
    expect(await ask(server.superuserUrl('survivor'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('recovers from a server that was killed itself', async () => {
    const killed = await start();
    process.kill(killed.pid, 'SIGKILL');
    await killed.exited;

    const server = await start();
    expect(await ask(server.superuserUrl('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is not held up by a stranger that was given the pid of the old server, and leaves it alone', async () => {
    const first = await start();
    await first.stop();
    const stranger = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await once(stranger, 'spawn');
    writeFileSync(
      join(dataDir, 'cluster', 'postmaster.pid'),
      `${stranger.pid}\n${join(dataDir, 'cluster')}\n`,
    );

    await start();
    expect(processIdentity(stranger.pid ?? 0)).not.toBeNull();
    stranger.stdin.end();
    await once(stranger, 'exit');
  });

  it('makes the cluster anew when its making was cut short', async () => {
    mkdirSync(join(dataDir, 'unfinished-1a2b', 'cluster', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'unfinished-1a2b', 'cluster', 'PG_VERSION'), '18\n');

    const server = await start();
    expect(await ask(server.superuserUrl('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('unfinished-'))).toEqual([]);
  });

  it('needs a folder that its account may enter, and otherwise names the one in the way', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    dataDir = join(closed, 'postgres');

    // Only root runs PostgreSQL under a different account, which then cannot enter the closed
    // folder.
    if (process.getuid?.() === 0) {
      await expect(start()).rejects.toThrow(`may not enter ${closed}: choose another DATA_DIR`);
      expect(readdirSync(dataDir)).toEqual([]);
    } else {
      await expect(start()).resolves.toMatchObject({ pid: expect.any(Number) as number });
    }
  });
});
