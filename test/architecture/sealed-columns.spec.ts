import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/app.module.js';
import { useTestDatabases, withClient } from '../support/databases.js';

const repository = resolve(import.meta.dirname, '../..');
const STORES = ['metadata', 'tenant'] as const;
const LISTED = STORES.flatMap((store) =>
  REGISTRY.sealed(store).flatMap(({ table, columns }) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  ),
);
const LISTED_TABLES = new Set(LISTED.map((column) => column.split('.')[0]!));

/** Bytes that no tenant data key seals: hashes, and values that another key seals. */
const NOT_UNDER_DATA_KEYS =
  /(_hash|_hashes|fingerprint|stand_in)$|^(tenant_data_keys\.wrapped_key|portal_sessions\.tokens_encrypted|portal_sign_ins\.secrets_encrypted|sso_sign_ins\.(begun|answer)_encrypted|token_signing_keys\.private_encrypted|second_factors\.secret_encrypted)$/;

// A column that the list lacks would become unreadable when its key is deleted. privacy 6.8
describe('the list of sealed columns', () => {
  const databases = useTestDatabases();
  const unlisted = async (): Promise<string[]> => {
    const urls = [databases.superuser.metadataUrl, databases.superuser.storeUrls.get('store-a')!];
    const found = await Promise.all(
      urls.map((url) =>
        withClient(url, async (client) => {
          const { rows } = await client.query<{ name: string }>(
            `SELECT c.relname || '.' || a.attname AS name
               FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
              WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
                AND a.attnum > 0 AND NOT a.attisdropped
                AND (a.atttypid IN ('bytea'::regtype, 'bytea[]'::regtype) OR a.attname ~ '_(sealed|encrypted)$')`,
          );
          return rows.map(({ name }) => name);
        }),
      ),
    );
    return found.flat().filter((name) => !LISTED.includes(name) && !NOT_UNDER_DATA_KEYS.test(name));
  };

  it('has every column of bytes that are sealed under the key of a tenant, and finds a new one', async () => {
    expect(await unlisted()).toEqual([]);
    await withClient(databases.superuser.metadataUrl, (client) =>
      client.query('ALTER TABLE projects ADD COLUMN planted bytea, ADD COLUMN planted_sealed text'),
    );
    expect((await unlisted()).toSorted()).toEqual(['projects.planted', 'projects.planted_sealed']);
  });

  it('has every table for which an address of sealed values is made', () => {
    const files = globSync('src/{core,features}/**/*.ts', { cwd: repository })
      .filter((file) => !file.endsWith('.spec.ts'))
      .map((file) => ({ file, text: readFileSync(join(repository, file), 'utf8') }))
      .filter(({ text }) => /\): FieldAddress =>/.test(text));
    expect(files.length).toBeGreaterThan(8);
    const missing = files.flatMap(({ file, text }) =>
      [...text.matchAll(/'([a-z_]+)'/g)]
        .map(([, word]) => word!)
        .filter((word) => REGISTRY.owners.has(word) && !LISTED_TABLES.has(word))
        .map((word) => `${file}: ${word}`),
    );
    expect(missing).toEqual([]);
  });
});
