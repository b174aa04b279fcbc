import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Builds the portal's pages into a built service, as `npm run build` does. */
export function buildPages(serviceFolder: string): void {
  const run = (...args: string[]): void =>
    void execFileSync(process.execPath, args, {
      cwd: join(ROOT, 'portal'),
      // As a shell has it: under NODE_ENV=test the pages would hold the development build of React.
      env: { NODE_ENV: 'production' },
      stdio: 'pipe',
    });
  run(join(ROOT, 'node_modules/@hey-api/openapi-ts/bin/run.js'));
  run(join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', join(serviceFolder, 'dist/portal'));
}
