import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/app.module.js';
import { metadataDataSourceOptions } from '../../src/core/metadata/data-source-options.js';
import { createTestDatabases, withClient } from '../support/databases.js';
import type { TestDatabases } from '../support/databases.js';

const PERSON = '0196a000-0000-7000-8000-00000000000';

const PLANT = `
  INSERT INTO clients (client_id, business_name, timezone) SELECT id, id, 'UTC'
    FROM unnest(ARRAY['handed-over', 'shared', 'later', 'unowned']) id;
  INSERT INTO partner_organisations (organisation_id, name) VALUES ('first', 'First'), ('second', 'Second');
  INSERT INTO partner_client_ownerships (client_id, organisation_id, active, created_at) VALUES
    ('handed-over', 'first', false, '2026-01-01'), ('handed-over', 'second', true, '2026-06-01'),
    ('shared', 'first', true, '2026-01-01'), ('shared', 'second', true, '2026-01-01'),
    ('later', 'second', true, '2026-06-01');
  INSERT INTO portal_users (user_id, subject, display_name) SELECT ('${PERSON}' || n)::uuid, 's' || n, 'n' || n
    FROM generate_series(1, 3) n;
  INSERT INTO partner_organisation_members (organisation_id, user_id, active) VALUES
    ('first', '${PERSON}1', true), ('second', '${PERSON}2', false)`;

// Client, scope, maker, day of its making, and the organisation it is found to belong to.
const KEYS: [string, string, string, string, string | null][] = [
  ['handed-over', 'partner_admin', 'admin', '2026-02-01', 'first'],
  ['handed-over', 'partner_admin', 'admin', '2026-07-01', 'second'],
  ['handed-over', 'partner_user', `${PERSON}1`, '2026-07-01', 'first'],
  ['handed-over', 'partner_user', `${PERSON}2`, '2026-07-01', 'second'],
  ['handed-over', 'partner_user', `${PERSON}3`, '2026-07-01', null],
  ['handed-over', 'client_admin', 'admin', '2026-07-01', null],
  ['handed-over', 'runtime-ingest', 'admin', '2026-07-01', null],
  ['shared', 'partner_admin', 'admin', '2026-07-01', 'first'],
  ['shared', 'partner_admin', `${PERSON}2`, '2026-07-01', 'second'],
  ['later', 'partner_admin', 'admin', '2026-02-01', 'second'],
  ['unowned', 'partner_admin', 'admin', '2026-02-01', null],
];

const insertKeys = async (client: Client, prefix: string): Promise<void> => {
  for (const [index, [clientId, scope, maker, day]] of KEYS.entries()) {
    await client.query(
      `INSERT INTO api_keys (client_id, data_env, scope, key_prefix, secret_hash, last_four, description, created_by, created_at)
       VALUES ($1, 'prod', $2, $3, '\\x00', 'last', 'a key', $4, $5)`,
      [clientId, scope, `${prefix}${index}`, maker, day],
    );
  }
};

const organisationsOf = async (client: Client, prefix: string): Promise<(string | null)[]> => {
  const { rows } = await client.query<{ organisation_id: string | null }>(
    `SELECT organisation_id FROM api_keys WHERE key_prefix LIKE $1 || '%'
      ORDER BY substr(key_prefix, length($1) + 1)::integer`,
    [prefix],
  );
  return rows.map((row) => row.organisation_id);
};

describe('the organisation of an API key', () => {
  let databases: TestDatabases;
  let source: DataSource;

  beforeAll(async () => {
    databases = await createTestDatabases();
    source = await new DataSource(
      metadataDataSourceOptions(databases.superuser.metadataUrl, REGISTRY.schema('metadata')),
    ).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await databases.drop();
  });

  const hasColumn = async (): Promise<boolean> => {
    const rows: unknown[] = await source.query(
      `SELECT 1 FROM information_schema.columns WHERE table_name = 'api_keys' AND column_name = 'organisation_id'`,
    );
    return rows.length > 0;
  };

  // Turns red when a key is given to whoever owns the client today, whom it was not made for.
  it('is found for keys that are there, by who made them and who owned the client then', async () => {
    while (await hasColumn()) await source.undoLastMigration();
    await withClient(databases.superuser.metadataUrl, async (client) => {
      await client.query(PLANT);
      await insertKeys(client, 'before');
      await source.runMigrations();
      expect(await organisationsOf(client, 'before')).toEqual(KEYS.map(([, , , , expected]) => expected));
    });
  });

  it('is found for a key of a process that knows no organisations', async () => {
    await withClient(databases.superuser.metadataUrl, async (client) => {
      await client.query('SET ROLE telephony_app');
      await insertKeys(client, 'beside');
      expect(await organisationsOf(client, 'beside')).toEqual(KEYS.map(([, , , , expected]) => expected));
    });
  });
});
