import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inject, vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** Seconds on an idle machine, minutes on one with thirty busy programs. */
const BUILDING_MS = 240_000;
const runFile = promisify(execFile);

/**
 * Builds a folder once in a run: the first file that asks builds it, and the others wait.
 * @param build writes to the folder that it gets
 */
async function buildOnce(folder: string, build: (unfinished: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  try {
    mkdirSync(`${folder}-is-built`);
  } catch {
    await vi.waitFor(
      () => {
        if (!existsSync(folder)) throw new Error(`${folder} is not built yet`);
      },
      { timeout: BUILDING_MS, interval: 200 },
    );
    return;
  }
  await build(`${folder}-unfinished`);
  renameSync(`${folder}-unfinished`, folder);
}

const runIn = (workspace: string, ...args: string[]): Promise<unknown> =>
  runFile(process.execPath, args, {
    cwd: join(ROOT, workspace),
    // As in a shell: with NODE_ENV=test, the pages would contain the development build of React.
    env: { NODE_ENV: 'production' },
  });

/** Builds the portal's pages into a built service, like `npm run build`. */
export const buildPages = (serviceFolder: string): Promise<void> =>
  buildOnce(join(serviceFolder, 'dist/portal'), async (unfinished) => {
    await runIn('portal', join(ROOT, 'node_modules/@hey-api/openapi-ts/bin/run.js'));
    await runIn('portal', join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', unfinished);
  });

/**
 * Builds the pages for people without an account.
 * @returns the folder with a folder for each page
 */
export async function buildPublicPages(): Promise<string> {
  if (inject('isBuilt')) return join(ROOT, 'dist/public');
  const folder = join(dirname(inject('fixture').buildFolder), 'public-pages');
  await buildOnce(folder, (unfinished) => runIn('public-pages', 'build.ts', unfinished));
  return folder;
}
