import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

// Builds each page into a folder of its own, and fails when a page has grown too large.

/** `node build.ts [folder]`: `dist/public` of the checkout, unless another folder is named. */
const OUT = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist/public'));

/**
 * A page with everything it loads, as sent without compression: 0.6 seconds of a slow 3G line of
 * 400 kbit/s.
 */
const BUDGET_BYTES = 30 * 1024;

const PAGES = [
  { source: 'direct-input', path: 'i' },
  { source: 'demo', path: 'demo' },
  { source: 'mail-link', path: 'mail' },
] as const;

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length, 0);
}

rmSync(OUT, { recursive: true, force: true });
for (const { source, path } of PAGES) {
  const folder = join(OUT, path);
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'src', source),
    base: `/${path}/`,
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // A phone of 2019.
      target: 'es2018',
      cssTarget: ['chrome72', 'safari12.1'],
      modulePreload: false,
    },
  });
  const bytes = bytesOf(folder);
  if (bytes > BUDGET_BYTES)
    throw new Error(`/${path} has ${bytes} bytes. At most ${BUDGET_BYTES} are allowed: take something out.`);
}
