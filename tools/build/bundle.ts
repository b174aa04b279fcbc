import { existsSync, globSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** What starts a process. */
const PROCESSES = ['main', 'worker', 'migrate', 'operate'];
/** Looks for the sections beside it when a process starts: it and they stay where they are. */
const SECTION_FILES = 'features/workspace/sections/section-files.js';
const SECTIONS = 'features/workspace/sections/*/*.section.js';

/** Packages that Nest and others ask for, and do without where they are not installed. */
const NOT_INSTALLED =
  /^(@nestjs\/(microservices|websockets)|@fastify\/|fastify$|pg-native$|class-transformer\/storage)/;

/**
 * These load packages by name, which no bundler sees: the process would have those a second time from `node_modules`, with lists
 * of decorated fields of their own. A plain `require` is seen.
 */
const LOAD_BY_NAME =
  /@nestjs\/(typeorm\/dist\/common\/typeorm-compat|mapped-types\/dist\/type-helpers\.utils)\.js$/;
const BY_NAME = 'const require = createRequire(import.meta.url);';

const [from, to, sources] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  throw new Error(
    'Usage: node tools/build/bundle.ts FOLDER_OF_WHAT_IS_COMPILED FOLDER_FOR_THE_BUNDLE [SOURCES]',
  );
}
if (sources !== undefined) removeWithoutSource(from, sources);
await bundle(from, to);

/**
 * Puts the compiled service and all packages that it uses into some hundred files, which a process loads in a quarter of
 * the time that 4,200 take one by one (docs/adr/0102-processes-start-from-a-bundle.md).
 * What is in the folder of the bundle goes.
 * @throws Error where something that is imported is missing
 */
async function bundle(from: string, to: string): Promise<void> {
  const sections = globSync(SECTIONS, { cwd: from }).map((file) => file.replace(/\.js$/, ''));
  const entries = [...PROCESSES, ...sections];
  // Written beside, so that what is there is always whole.
  const next = `${to}.next`;
  rmSync(next, { recursive: true, force: true });
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(from, `${entry}.js`)])),
    platform: 'node',
    external: NOT_INSTALLED,
    // Nothing is left out: decorators and packages do much of their work by being loaded.
    treeshake: false,
    plugins: [{ name: 'one-copy', transform: { filter: { id: LOAD_BY_NAME }, handler: requirePlainly } }],
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  await bundled.write({
    dir: next,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith(SECTION_FILES)) ? SECTION_FILES : 'chunks/[name]-[hash].js',
    // Names of classes stand in the OpenAPI document and in logs.
    keepNames: true,
  });
  await bundled.close();
  const last = `${to}.last`;
  rmSync(last, { recursive: true, force: true });
  if (existsSync(to)) renameSync(to, last);
  renameSync(next, to);
  rmSync(last, { recursive: true, force: true });
}

/** The compiler leaves what it made of a file that is no longer there, and a section would be served from it. */
function removeWithoutSource(from: string, sources: string): void {
  for (const file of globSync('**/*.js', { cwd: from }))
    if (!existsSync(join(sources, file.replace(/\.js$/, '.ts')))) rmSync(join(from, file));
}

/** @throws Error where a newer version of the package does it in another way */
function requirePlainly(code: string, id: string): string {
  if (!code.includes(BY_NAME)) throw new Error(`${id} does not load packages as it did: ${BY_NAME}`);
  return code.replace(BY_NAME, '');
}
