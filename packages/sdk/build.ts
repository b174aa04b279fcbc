import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

// `npm run sdk`: generates src/generated from openapi.json and compiles everything to dist. None of
// it is committed: it would be a second copy of openapi.json, 13,000 lines to update with each
// change of a route.

const HERE = import.meta.dirname;
const DOCUMENT = join(HERE, '../../openapi.json');
const GENERATED = join(HERE, 'src/generated');
const DIST = join(HERE, 'dist');
const STAMP = join(DIST, '.built-from');

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, { name: string; required?: boolean }>>;
  };
}

/**
 * `POST /v1/projects` and all others that take an Idempotency-Key; the client makes the key, so
 * none is required.
 */
function takeKeys(document: Document): string[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { parameters = [] }]) => {
      const all = parameters.map(({ $ref, ...inline }) =>
        $ref === undefined
          ? (inline as { name: string; required?: boolean })
          : document.components.parameters[$ref.split('/').at(-1)!]!,
      );
      return all.some(({ name }) => name === 'Idempotency-Key') ? [`${method.toUpperCase()} ${path}`] : [];
    }),
  );
}

/** A hash of the inputs of the build: unchanged inputs are not built again. */
function sourceHash(): string {
  const sources = globSync('*.ts', { cwd: join(HERE, 'src') }).map((file) => join(HERE, 'src', file));
  const files = [DOCUMENT, join(HERE, 'build.ts'), join(HERE, 'tsconfig.build.json'), ...sources.sort()];
  return files.reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256')).digest('hex');
}

async function generate(): Promise<void> {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'), (key, value: unknown) => {
    const parameter = value as { name?: string; required?: boolean } | null;
    return typeof parameter === 'object' && parameter?.name === 'Idempotency-Key'
      ? { ...parameter, required: false }
      : value;
  }) as Document;
  await createClient({
    input: document as never,
    logs: { level: 'error' },
    output: { path: GENERATED, module: { extension: '.js' } },
    plugins: [
      '@hey-api/typescript',
      { name: '@hey-api/client-fetch', throwOnError: true },
      {
        name: '@hey-api/sdk',
        operations: { strategy: 'single', containerName: 'Operations' },
        responseStyle: 'data',
      },
    ],
  });
  const lines = takeKeys(document).map((route) => `  '${route}',`);
  writeFileSync(
    join(GENERATED, 'keyed-routes.ts'),
    `/** Routes that take an Idempotency-Key. */\nexport const KEYED_ROUTES: ReadonlySet<string> = new Set([\n${lines.join('\n')}\n]);\n`,
  );
}

const hash = sourceHash();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== hash) {
  await generate();
  rmSync(DIST, { recursive: true, force: true });
  const compiler = join(HERE, '../../node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(HERE, 'tsconfig.build.json')], { stdio: 'inherit' });
  writeFileSync(STAMP, hash);
}
