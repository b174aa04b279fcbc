import { randomUUID } from 'node:crypto';
import { sealField } from '../../../src/core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { placeOfReason } from '../../../src/features/break-glass/lookup/sealed-reasons.js';
import { StoredUsers } from '../../../src/features/directory/lookup/stored-users.service.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';

/** No file contains this text, which is in the secrets and hashes of the tables. */
export const SECRET = 'secret-canary';
/** Values that are sealed in the tables and readable in the files. */
export const OPENED = ['The directory has failed.', 'mei@acme.example'];

/**
 * A row in each table that determines who may sign in and how, except the one that would lock the
 * person out.
 */
export async function plantSignIn(
  { app, world }: TestApp,
  tenant: TestTenant,
  { userId }: TestUser,
): Promise<void> {
  const { clientId, dataEnv } = tenant;
  const sql = (text: string, ...values: unknown[]) => world.sql(text, [clientId, dataEnv, ...values]);
  const [connectionId, useId] = [randomUUID(), randomUUID()];
  const settings = JSON.stringify({
    issuer: 'https://login.acme.example',
    client_id: 'portal',
    certificates: [],
  });
  await sql(
    `INSERT INTO sso_connections (client_id, data_env, connection_id, name, kind, settings, secret_encrypted, version, is_disabled,
            etag, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, 'Entra ID', 'oidc', $4, $5, 1, false, 'etag', now(), 'test', now(), 'test')`,
    connectionId,
    settings,
    SECRET,
  );
  await sql(
    `INSERT INTO sso_domains (client_id, data_env, domain, token, status, connection_id, created_at, created_by)
     VALUES ($1, $2, 'acme.example', $3, 'pending', $4, now(), 'test')`,
    SECRET,
    connectionId,
  );
  await sql(
    `INSERT INTO sso_identities (client_id, data_env, connection_id, subject_hash, user_id, created_at) VALUES ($1, $2, $3, $4, $5, now())`,
    connectionId,
    SECRET,
    userId,
  );
  await sql(
    `INSERT INTO mfa_policies (client_id, data_env, required_roles, kinds, step_up_for, step_up_minutes, revision, updated_at, updated_by)
     VALUES ($1, $2, '{}', '{totp}', '{}', 10, 1, now(), 'test')`,
  );
  await world.sql(
    `INSERT INTO second_factors (factor_id, user_id, kind, name, created_at, confirmed_at, secret_encrypted)
     VALUES (gen_random_uuid(), $1, 'totp', $2, now(), now(), $2::text::bytea)`,
    [userId, SECRET],
  );
  await sql(
    `INSERT INTO break_glass_holders (client_id, data_env, user_id, added_at, added_by) VALUES ($1, $2, $3, now(), 'test')`,
    userId,
  );
  const reason = sealField(
    await app.get(TenantKeys).current(tenant, 'encryption'),
    placeOfReason(tenant, useId),
    OPENED[0]!,
  );
  await sql(
    `INSERT INTO break_glass_uses (client_id, data_env, use_id, holder_id, signed_in_at, opened_at, ends_at, reason_sealed)
     VALUES ($1, $2, $3, $4, now(), now(), now(), $5)`,
    useId,
    userId,
    reason,
  );
  await sql(
    `INSERT INTO directory_settings (client_id, data_env, is_on, ends_keys, group_roles, updated_at, updated_by)
     VALUES ($1, $2, false, true, '[]', now(), 'test')`,
  );
  await sql(
    `INSERT INTO directory_tokens (client_id, data_env, token_id, name, token_prefix, secret_hash, pepper_id, last_four, created_at,
            created_by, expires_at)
     VALUES ($1, $2, gen_random_uuid(), 'Entra ID', $3, $3::text::bytea, $3, 'four', now(), 'test', now())`,
    `${SECRET}-${clientId}`,
  );
  const person = {
    userName: OPENED[1]!,
    externalId: null,
    displayName: 'Mei',
    formatted: null,
    givenName: null,
    familyName: null,
    emails: [],
    active: true,
  };
  const values = await app.get(StoredUsers, { strict: false }).valuesOf(tenant, userId, person);
  await sql(
    `INSERT INTO directory_users (client_id, data_env, user_id, origin, status, active, user_name_hash, external_id_hash,
            display_name_hash, attributes_sealed, created_at, updated_at)
     VALUES ($1, $2, $3, 'linked', 'provisioned', $4, $5, $6, $7, $8, now(), now())`,
    userId,
    ...values,
  );
  await sql(
    `WITH made AS (INSERT INTO directory_groups (client_id, data_env, group_id, display_name, group_key, created_at, updated_at)
                   VALUES ($1, $2, $3, 'Reception', 'reception', now(), now()) RETURNING group_id)
     INSERT INTO directory_members (client_id, data_env, group_id, user_id) VALUES ($1, $2, $3, $4)`,
    useId,
    userId,
  );
  await sql(
    `INSERT INTO directory_events (client_id, data_env, occurred_at, operation, token_id, status) VALUES ($1, $2, now(), 'user.created', $3, 201)`,
    useId,
  );
}
