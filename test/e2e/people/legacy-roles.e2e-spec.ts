import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RoleEndings1766000000301 } from '../../../src/features/people/migrations/1766000000301-role-endings.js';
import { RoleOrganisations1766000000300 } from '../../../src/migrations/metadata/1766000000300-role-organisations.js';
import { createTestDatabases, withClient, type TestDatabases } from '../../support/databases.js';

// Two organisations own `shared`, only one owns `single`; `both` is a member of both.
const PLANT = `
  INSERT INTO clients (client_id, business_name, timezone) VALUES ('shared', 'Shared', 'UTC'), ('single', 'Single', 'UTC');
  INSERT INTO partner_organisations (organisation_id, name) VALUES ('east', 'East'), ('west', 'West');
  INSERT INTO partner_client_ownerships (organisation_id, client_id)
  VALUES ('east', 'shared'), ('west', 'shared'), ('east', 'single');
  INSERT INTO portal_users (subject, display_name) VALUES ('one', 'One'), ('both', 'Both'), ('invited', 'Invited'), ('customer', 'Customer');
  INSERT INTO partner_organisation_members (organisation_id, user_id)
  SELECT o.id, u.user_id FROM portal_users u JOIN (VALUES ('one', 'west'), ('both', 'east'), ('both', 'west'),
         ('invited', 'east'), ('invited', 'west')) AS o (subject, id) USING (subject);
  INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role)
  SELECT user_id, r.client_id, 'prod', r.role FROM portal_users u JOIN (VALUES ('one', 'shared', 'partner_admin'),
         ('both', 'shared', 'partner_admin'), ('both', 'single', 'partner_user'), ('invited', 'shared', 'partner_user'),
         ('customer', 'shared', 'client_admin')) AS r (subject, client_id, role) USING (subject);
  INSERT INTO person_invitations (client_id, data_env, invitation_id, role, organisation_id, email_sealed, email_hash, token_hash,
         sent_at, expires_at, created_by, accepted_at, accepted_by)
  SELECT 'shared', 'prod', gen_random_uuid(), 'partner_user', 'west', '', '', '', now(), now(), 'x', now(), user_id
    FROM portal_users WHERE subject = 'invited'`;

let databases: TestDatabases;

beforeAll(async () => {
  databases = await createTestDatabases();
});
afterAll(() => databases.drop());

// access 4.8
it('gives roles of before the organisation that can have given them, and guesses none', async () => {
  const found = await withClient(databases.superuser.metadataUrl, async (client) => {
    const db = { query: (text: string) => client.query(text) } as unknown as QueryRunner;
    const migrations = [new RoleOrganisations1766000000300(), new RoleEndings1766000000301()];
    for (const migration of migrations.toReversed()) await migration.down(db);
    await client.query(PLANT);
    for (const migration of migrations) await migration.up(db);
    const { rows } = await client.query<{ text: string }>(
      `SELECT concat_ws(' ', u.subject, a.client_id, coalesce(a.organisation_id, 'none')) AS text
         FROM portal_user_client_assignments a JOIN portal_users u USING (user_id) ORDER BY 1`,
    );
    return rows.map(({ text }) => text);
  });
  expect(found).toEqual([
    'both shared none',
    'both single east',
    'customer shared none',
    'invited shared west',
    'one shared west',
  ]);
});
