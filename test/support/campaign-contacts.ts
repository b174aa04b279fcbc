import { randomBytes } from 'node:crypto';
import type { TestApp } from './app.js';
import { inStore } from './databases.js';
import type { TestTenant } from './builders.js';

/** The columns of a contact that decide whether it may be called, as the store names them. */
export interface StoredFacts {
  readonly status?: string;
  readonly not_callable_reason?: string | null;
  readonly repeats_number?: boolean;
  readonly call_type?: string | null;
  readonly recipient_timezone?: string | null;
  readonly recipient_country?: string | null;
  readonly recipient_subdivision?: string | null;
  readonly registry_status?: string | null;
  readonly registry_checked_at?: Date | null;
  readonly registry_valid_until?: Date | null;
  readonly consent_type?: string | null;
  readonly consent_source?: string | null;
  readonly consent_given_at?: Date | null;
  readonly consent_expires_at?: Date | null;
  readonly consent_withdrawn_at?: Date | null;
  readonly consent_evidence_encrypted?: string | null;
  readonly exemption_type?: string | null;
  readonly exemption_verified?: boolean | null;
  readonly attempt_count?: number;
  readonly max_attempts?: number | null;
  readonly last_disposition?: string | null;
  readonly next_attempt_at?: Date | null;
  readonly last_attempt_at?: Date | null;
  readonly phone_hash?: string;
}

const DAY_MS = 86_400_000;

/** A contact in Victoria who may be called at the instant and for some days after it. */
export function soundAt(instant: string): StoredFacts {
  const at = (days: number): Date => new Date(Date.parse(instant) + days * DAY_MS);
  return {
    status: 'pending',
    recipient_country: 'AU',
    recipient_subdivision: 'AU-VIC',
    registry_status: 'not_listed',
    registry_checked_at: at(-2),
    registry_valid_until: at(28),
    consent_type: 'express',
    consent_source: 'web_form',
    consent_given_at: at(-10),
  };
}

/** Lets campaigns of one tenant call the same numbers, like campaigns of different tests. */
export async function withoutPause(
  test: Pick<TestApp, 'databases'>,
  { clientId, dataEnv }: TestTenant,
): Promise<void> {
  await inStore(
    test,
    `INSERT INTO outbound_settings (client_id, data_env, hours_between_campaigns, revision, updated_at, updated_by)
     VALUES ($1, $2, 0, 1, now(), 'test') ON CONFLICT DO NOTHING`,
    [clientId, dataEnv],
  );
}

/** Plants contacts of a campaign as an import would store them, with the given facts. */
export async function plantContacts(
  test: TestApp,
  { clientId, dataEnv }: TestTenant,
  campaignId: string,
  contacts: readonly StoredFacts[],
): Promise<void> {
  const rows = contacts.map((facts) => ({
    client_id: clientId,
    data_env: dataEnv,
    campaign_id: campaignId,
    contact_id: idOf(),
    phone_hash: `\\x${randomBytes(32).toString('hex')}`,
    phone_hash_key_id: 'key',
    phone_encrypted: '\\x00',
    masked_phone: '+61 *** *** 156',
    status: 'pending',
    attempt_count: 0,
    repeats_number: false,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    ...facts,
    is_callable: (facts.not_callable_reason ?? null) === null,
  }));
  if (rows.length === 0) return;
  // Named columns, because the store fills in some itself.
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ');
  await inStore(
    test,
    `INSERT INTO campaign_contacts (${columns})
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::campaign_contacts, $1)`,
    [JSON.stringify(rows)],
  );
}

const idOf = (): string => {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/** Plants a wash of this many numbers as the campaign's newest. */
export async function plantWash(
  test: TestApp,
  { clientId, dataEnv }: TestTenant,
  campaignId: string,
  { washedAt, validUntil, submitted }: { washedAt: Date; validUntil: Date; submitted: number },
): Promise<void> {
  await inStore(
    test,
    `WITH wash AS (
       INSERT INTO registry_wash_records (client_id, data_env, campaign_id, jurisdiction, registry_type, wash_channel,
              numbers_submitted, numbers_on_register, numbers_not_on_register, numbers_invalid, credits_charged, washed_at,
              valid_until, created_at, created_by)
       VALUES ($1, $2, $3, 'AU', 'dncr', 'api', $4, 0, $4, 0, 0, $5, $6, $5, 'test')
       RETURNING registry_wash_record_id)
     UPDATE campaigns SET last_registry_wash_record_id = (SELECT registry_wash_record_id FROM wash)
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`,
    [clientId, dataEnv, campaignId, submitted, washedAt, validUntil],
  );
}

/** Sets how many calls a tenant may have in progress. */
export const plantCapacity = (
  test: Pick<TestApp, 'databases'>,
  { clientId, dataEnv }: TestTenant,
  limit: number,
): Promise<unknown> =>
  inStore(
    test,
    `INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
     VALUES ($1, $2, '', $3, 0)
     ON CONFLICT (client_id, data_env, project_id) DO UPDATE SET concurrency_limit = excluded.concurrency_limit`,
    [clientId, dataEnv, limit],
  );
