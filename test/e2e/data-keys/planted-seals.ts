import type { Client } from 'pg';
import { REGISTRY } from '../../../src/app.module.js';
import { openField, sealField } from '../../../src/core/privacy/keys/field-cipher.js';
import type { TenantKey } from '../../../src/core/privacy/keys/tenant-keys.js';
import type { StoreKind } from '../../../src/core/registry/feature.js';
import type { RowText, SealedColumn, SealedTable } from '../../../src/core/registry/sealed-table.js';
import type { Tenant } from '../../../src/core/shared/auth-context.js';
import type { TestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';

const STORES = ['metadata', 'tenant'] as const;

/** Runs statements as a superuser on one of a tenant's stores. */
const onStore = <T>(
  { databases }: Pick<TestApp, 'databases'>,
  store: StoreKind,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const { metadataUrl, storeUrls } = databases.superuser;
  return withClient(store === 'metadata' ? metadataUrl : storeUrls.get('store-a')!, work);
};

/** A value of each type, for columns that must have one; the instant lies in a month that every store has. */
const ANY: Readonly<Record<string, string>> = {
  text: `'planted'`,
  integer: '1',
  bigint: '1',
  smallint: '1',
  boolean: 'false',
  uuid: 'gen_random_uuid()',
  jsonb: `'{}'`,
  bytea: 'uuid_send(gen_random_uuid())',
  'text[]': `'{}'`,
  'bytea[]': `'{}'`,
};
const valueOf = (type: string): string =>
  type.startsWith('timestamp') ? `'2019-06-01 10:00:00.123+00'` : (ANY[type] ?? `'planted'::${type}`);

const PLAINTEXT = 'what was sealed: ä 😀 %_\\ "quoted"';

/** Plants a row in every table of the list, with every sealed column sealed under the key. */
export async function plantEverySeal(test: TestApp, tenant: Tenant, key: TenantKey): Promise<number> {
  let planted = 0;
  for (const store of STORES) {
    await onStore(test, store, async (client) => {
      // Only for these rows: they refer to nothing, and contain words that no service writes.
      await client.query(`SET session_replication_role = replica`);
      for (const table of REGISTRY.sealed(store)) {
        await withoutChecks(client, table.table);
        const row = await plantRow(client, tenant, table);
        for (const [column, how] of Object.entries(table.columns)) {
          if (how.form === 'file') continue;
          await setColumn(client, tenant, table, row, column, sealedValue(tenant, row, how, key));
          planted += 1;
        }
      }
    });
  }
  return planted;
}

async function withoutChecks(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c' AND coninhcount = 0`,
    [table],
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
}

async function plantRow(client: Client, tenant: Tenant, table: SealedTable): Promise<RowText> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `SELECT a.attname AS name, regexp_replace(format_type(a.atttypid, NULL), '\\(.*\\)', '') AS type FROM pg_attribute a
      WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
        AND a.attgenerated = '' AND a.attidentity = ''`,
    [table.table],
  );
  const values = columns.map(({ name, type }) =>
    name === 'client_id' ? '$1' : name === 'data_env' ? '$2' : valueOf(type),
  );
  const shown = [...table.key, ...(table.also ?? [])].map((column) => `${column}::text`);
  const { rows } = await client.query<RowText>(
    `INSERT INTO ${table.table} (${columns.map(({ name }) => name).join(', ')})
     SELECT ${values.join(', ')} WHERE $2::text IS NOT NULL RETURNING ${['client_id', ...shown].join(', ')}`,
    [tenant.clientId, tenant.dataEnv],
  );
  return rows[0]!;
}

/** The texts that may contain sealed pieces, by the column that contains them. */
const textsWith = (piece: (name: string) => string): readonly string[] => [
  `sealed:${piece('')}`,
  `{"open": 1.50, "$sealed": ${JSON.stringify(piece(''))}}`,
  `{"one": {"$sealed": ${JSON.stringify(piece('one'))}}, "two": {"open": [1e3], "$sealed": ${JSON.stringify(piece('two'))}}}`,
];

function piecesOf(how: Extract<SealedColumn, { form: 'text' }>, text: string) {
  try {
    return how.pieces(text);
  } catch {
    return [];
  }
}

function sealedValue(
  tenant: Tenant,
  row: RowText,
  how: Exclude<SealedColumn, { form: 'file' }>,
  key: TenantKey,
): Buffer | string {
  if (how.form === 'bytes') return sealField(key, how.place(tenant, row), PLAINTEXT);
  const texts = textsWith((name) =>
    sealField(key, how.place(tenant, row, name), PLAINTEXT).toString('base64'),
  );
  return texts.find((text) => piecesOf(how, text).length > 0)!;
}

const rowOf = (tenant: Tenant, table: SealedTable, row: RowText, from: number) => ({
  condition: ['client_id', ...table.key].map((name, i) => `${name} = $${i + from}`).join(' AND '),
  values: [tenant.clientId, ...table.key.map((name) => row[name])],
});

async function setColumn(
  client: Client,
  tenant: Tenant,
  table: SealedTable,
  row: RowText,
  column: string,
  value: Buffer | string,
): Promise<void> {
  const { condition, values } = rowOf(tenant, table, row, 2);
  await client.query(`UPDATE ${table.table} SET ${column} = $1 WHERE ${condition}`, [value, ...values]);
}

/** The planted values that cannot be opened with the key, or differ from what was sealed. */
export async function spoiltSeals(test: TestApp, tenant: Tenant, key: TenantKey): Promise<string[]> {
  const spoilt: string[] = [];
  for (const store of STORES) {
    await onStore(test, store, async (client) => {
      for (const table of REGISTRY.sealed(store)) {
        for (const [column, how] of Object.entries(table.columns)) {
          if (how.form === 'file') continue;
          const shown = [...table.key, ...(table.also ?? [])].map((name) => `${name}::text`);
          const { rows } = await client.query<RowText & { value: Buffer & string }>(
            `SELECT ${[...shown, `${column}${how.form === 'text' ? '::text' : ''} AS value`].join(', ')}
               FROM ${table.table} WHERE client_id = $1 AND ${column} IS NOT NULL`,
            [tenant.clientId],
          );
          const opened = rows.flatMap((row) =>
            how.form === 'bytes'
              ? [openField(key, how.place(tenant, row), row.value)]
              : how
                  .pieces(row.value)
                  .map(({ name, base64 }) =>
                    openField(key, how.place(tenant, row, name), Buffer.from(base64, 'base64')),
                  ),
          );
          if (opened.length === 0 || opened.some((text) => text !== PLAINTEXT))
            spoilt.push(`${table.table}.${column}`);
        }
      }
    });
  }
  return spoilt;
}

/**
 * The columns of all tables of both stores, in the list or not, that contain values under the key:
 * bytes begin with its id, and texts have that in base64.
 */
export async function columnsUnder(test: TestApp, keyId: string): Promise<string[]> {
  const start = Buffer.concat([Buffer.of(1, keyId.length), Buffer.from(keyId)]);
  const marks = [start.toString('hex'), start.subarray(0, 12).toString('base64')];
  const found: string[] = [];
  for (const store of STORES) {
    await onStore(test, store, async (client) => {
      const { rows: columns } = await client.query<{ table: string; column: string }>(
        `SELECT c.oid::regclass::text AS "table", a.attname AS column
           FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
          WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, to_regnamespace('jobs'))
            AND a.attnum > 0 AND NOT a.attisdropped`,
      );
      for (const { table, column } of columns) {
        const { rows } = await client.query(
          `SELECT FROM ${table} WHERE position($1 in "${column}"::text) > 0 OR position($2 in "${column}"::text) > 0 LIMIT 1`,
          marks,
        );
        if (rows.length > 0) found.push(`${table}.${column}`);
      }
    });
  }
  return found;
}
