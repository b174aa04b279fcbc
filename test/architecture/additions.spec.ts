import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalRole } from '../../src/core/shared/roles.js';
import { World } from '../support/builders.js';
import { BuiltService, environmentOf } from '../support/built-process.js';
import { testSettings } from '../support/app.js';
import { createTestDatabases, withClient } from '../support/databases.js';
import type { TestDatabases } from '../support/databases.js';

const repository = resolve(import.meta.dirname, '../..');
const COPIED = ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const AUTHOR = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
const LAST_FEATURE = "  import('./features/portal/portal.feature.js'),\n";

/** A copy of the tree under git, so that additions show as a diff. */
function copyTree(tree: string): (...args: string[]) => string {
  for (const name of COPIED) cpSync(join(repository, name), join(tree, name), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: tree, encoding: 'utf8' });
  git('init', '--quiet');
  git('add', 'src');
  git(...AUTHOR, 'commit', '--quiet', '--message', 'Before');
  return git;
}

/** Puts the toy feature into its folder and one line into the list of features. */
function plantToy(tree: string): void {
  const folder = join(tree, 'src/features/toy');
  cpSync(join(import.meta.dirname, 'toy'), folder, { recursive: true });
  for (const file of globSync('**/*.ts', { cwd: folder })) {
    // From here the compiler checks their types together with the tests.
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('../../../src/', '../../');
    writeFileSync(join(folder, file), text);
  }
  const list = join(tree, 'src/app.module.ts');
  const line = "  import('./features/toy/toy.feature.js'),\n";
  writeFileSync(list, readFileSync(list, 'utf8').replace(LAST_FEATURE, LAST_FEATURE + line));
}

/** Adds a role to the table of roles, and the migration of the checks that hold roles. */
function plantRole(tree: string): void {
  const edit = (file: string, before: string, after: string): void => {
    const path = join(tree, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(before, after));
  };
  edit('src/core/shared/roles.ts', "  client_staff: 'customer',\n", "$&  client_auditor: 'customer',\n");
  const check = (table: string): string =>
    `ALTER TABLE ${table} DROP CONSTRAINT ${table}_role_check,
     ADD CONSTRAINT ${table}_role_check CHECK (role IN ('client_auditor', 'client_staff', 'client_admin'))`;
  const statements = ['portal_user_client_assignments', 'pii_policies'].map(check);
  writeFileSync(
    join(tree, 'src/migrations/metadata/1780000000000-client-auditor.ts'),
    `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ClientAuditor1780000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of ${JSON.stringify(statements)}) await db.query(statement);
  }
  async down(): Promise<void> {}
}
`,
  );
  const list = 'src/migrations/migrations.ts';
  const name = 'ClientAuditor1780000000000';
  edit(list, 'import', `import { ${name} } from './metadata/1780000000000-client-auditor.js';\nimport`);
  edit(list, 'metadata: [', `metadata: [${name}, `);
}

/**
 * Adds the changed files to a copy of the compiled service, one by one as `isolatedModules` allows.
 */
function compile(tree: string, changed: readonly string[]): void {
  cpSync(join(new BuiltService().compile().folder, 'dist'), join(tree, 'dist'), { recursive: true });
  const { config } = ts.readConfigFile(join(tree, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, tree);
  // For a single file the compiler does not look up that the package contains modules.
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  for (const file of changed) {
    const compiled = join(tree, file.replace(/^src/, 'dist').replace(/ts$/, 'js'));
    mkdirSync(dirname(compiled), { recursive: true });
    const text = readFileSync(join(tree, file), 'utf8');
    const { outputText } = ts.transpileModule(text, { compilerOptions, fileName: join(tree, file) });
    writeFileSync(compiled, outputText);
  }
}

describe('what is added', () => {
  const tree = mkdtempSync(join(tmpdir(), 'toy-feature-'));
  let changed: readonly string[];
  let changedForRole: readonly string[];
  let databases: TestDatabases;
  let service: BuiltService;
  let world: World;
  let baseUrl: string;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const git = copyTree(tree);
    plantToy(tree);
    const changes = (): readonly string[] => {
      git('add', '--all', 'src');
      const lines = git('diff', '--cached', '--numstat').trim().split('\n');
      git(...AUTHOR, 'commit', '--quiet', '--message', 'After');
      return lines;
    };
    changed = changes();
    plantRole(tree);
    changedForRole = changes();
    compile(
      tree,
      [...changed, ...changedForRole].map((line) => line.split('\t')[2]!),
    );
    databases = await createTestDatabases();
    service = new BuiltService(tree);
    const settings = testSettings(databases);
    world = new World(databases, settings);
    environment = environmentOf(settings, { MOST_TOYS: '1', API_DOCS: 'open' });
    const { metadataUrl, storeUrls } = databases.superuser;
    const migrate = service.start('migrate', {
      METADATA_OWNER_URL: metadataUrl,
      TENANT_STORE_OWNER_URLS: JSON.stringify(Object.fromEntries(storeUrls)),
    });
    expect(await migrate.ended, migrate.output).toBe(0);
    expect(migrate.output).toContain('metadata store: ShelveToys1770000000000');
    expect(migrate.output).toContain('tenant store store-a: WearToys1770000000000');
    service.start('worker', { ...environment, METADATA_DATABASE_URL: databases.workerMetadataUrl });
    baseUrl = (await service.serve(environment)).url;
  });
  afterAll(async () => {
    service.stop();
    await databases.drop();
    rmSync(tree, { recursive: true, force: true });
  });

  // The rest of the tree is shared by every feature: code there that names one feature would have
  // to change for the next.
  it('as a feature changes its own folder and one line of the list', () => {
    expect(changed.filter((line) => !line.includes('\tsrc/features/toy/'))).toEqual([
      '1\t0\tsrc/app.module.ts',
    ]);
    expect(changed.length).toBeGreaterThan(10);
  });

  it('as a feature answers its route, audits, refuses with its own code, and has its job done by the worker', async () => {
    const tenant = await world.aTenant();
    const key = await world.aKey(tenant, 'full-access');
    const shelve = (name: string): Promise<Response> =>
      fetch(`${baseUrl}/v1/toys`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': name },
        body: JSON.stringify({ name }),
      });

    const kite = await shelve('kite');
    expect([kite.status, await kite.json()]).toEqual([201, { name: 'kite' }]);
    const again = await shelve('kite');
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    const full = await shelve('ball');
    expect([full.status, await full.json()]).toMatchObject([
      409,
      { error: { code: 'toy_limit', message_key: 'errors.toy_limit' } },
    ]);
    expect((await shelve('drum')).status).toBe(422);

    expect(
      await world.sql('SELECT action, outcome, metadata FROM audit_events WHERE client_id = $1', [
        tenant.clientId,
      ]),
    ).toEqual([{ action: 'toy.shelved', outcome: 'success', metadata: { name: 'kite' } }]);
    await expect
      .poll(() => world.sql('SELECT name, polished FROM toys WHERE client_id = $1', [tenant.clientId]))
      .toEqual([{ name: 'kite', polished: true }]);
  });

  it('as a feature appears in the document, with its tag and its error', async () => {
    const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, unknown>>;
      readonly tags: readonly { readonly name: string }[];
    };
    expect(document.tags.at(-1)?.name).toBe('Toys');
    expect(JSON.stringify(document.paths['/v1/toys'])).toContain('toy_limit');
  });

  it('as a feature has its table in the stores of tenants', async () => {
    for (const url of databases.superuser.storeUrls.values()) {
      const { rows } = await withClient(url, (client) =>
        client.query("SELECT to_regclass('worn_toys') AS it"),
      );
      expect(rows).toEqual([{ it: 'worn_toys' }]);
    }
  });

  it('as a role changes the table of roles and the checks of the database', () => {
    expect(changedForRole.map((line) => line.split('\t')[2])).toEqual([
      'src/core/shared/roles.ts',
      'src/migrations/metadata/1780000000000-client-auditor.ts',
      'src/migrations/migrations.ts',
    ]);
  });

  it('as a role signs in, reads what people of its kind read, and appears in the schemas of requests', async () => {
    const tenant = await world.aTenant();
    const role = 'client_auditor' as PortalRole;
    const auditor = await world.aUser(tenant, { role, isDefault: true });
    const headers = { Authorization: `Bearer ${auditor.token()}` };
    const answers = ['/v1/calls/summary', '/v1/partner/me'].map(async (path) => {
      const { status } = await fetch(baseUrl + path, { headers });
      return [path, status];
    });
    expect(await Promise.all(answers)).toEqual([
      ['/v1/calls/summary', 200],
      ['/v1/partner/me', 404],
    ]);
    const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
      readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
    };
    expect(document.components.schemas['PiiPermissionsRequest']?.properties).toHaveProperty(role);
  });
});
