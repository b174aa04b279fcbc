import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';

const ROOT = resolve(import.meta.dirname, '../..');
const runFile = promisify(execFile);

/**
 * Builds the portal's pages into a built service, as `npm run build` does: once in a run. The first
 * file that asks builds, and the others wait, since all builds write the same generated client.
 */
export async function buildPages(serviceFolder: string): Promise<void> {
  const pages = join(serviceFolder, 'dist/portal');
  if (existsSync(pages)) return;
  try {
    mkdirSync(join(serviceFolder, 'pages-are-built'));
  } catch {
    return eventually(() => {
      if (!existsSync(pages)) throw new Error('the pages are not built yet');
    }, 200);
  }
  const run = (...args: string[]): Promise<unknown> =>
    runFile(process.execPath, args, {
      cwd: join(ROOT, 'portal'),
      // As a shell has it: under NODE_ENV=test the pages would hold the development build of React.
      env: { NODE_ENV: 'production' },
    });
  await run(join(ROOT, 'node_modules/@hey-api/openapi-ts/bin/run.js'));
  await run(join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', `${pages}-unfinished`);
  renameSync(`${pages}-unfinished`, pages);
}
