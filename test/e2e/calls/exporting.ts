import Papa from 'papaparse';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import type { PostedCall } from '../../support/random-calls.js';
import { IN_THIS_DATABASE, withClient } from '../../support/databases.js';
import { onStore } from '../../support/sealed-calls.js';
import { bearerToken } from '../../support/tokens.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';

const NOTHING_SENSITIVE = {
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};

/**
 * Bodies that are valid for a client_admin except for their project; their range contains all calls
 * of `anOldCall`.
 */
export const LEGACY = { ...NOTHING_SENSITIVE, start_date: '2025-10-01', end_date: '2025-10-31' };
export const V1 = { ...LEGACY, profile: 'portal_business_v1', timezone: 'Australia/Sydney' };
export const V2 = { ...V1, profile: 'portal_business_v2', include_transcript_text: true };
export const V3 = {
  ...V1,
  profile: 'portal_business_v3',
  columns: ['call_id', 'call_started_at', 'caller', 'summary', 'transcript'],
  redact_personal_information: true,
};
export const PROFILES = { legacy: LEGACY, v1: V1, v2: V2, v3: V3 };

/** A tenant with a project and everything that an export can require. */
export interface Exporting {
  readonly tenant: TestTenant;
  readonly project: string;
}

export async function anExportingTenant(test: TestApp, storeId = 'store-a'): Promise<Exporting> {
  const tenant = await test.world.aTenant({ storeId });
  const project = await test.world.aProject(tenant);
  await test.world.governance(tenant, {
    audioRetention: 'enabled',
    secondaryReuse: 'allowed',
    transcriptRetentionDays: 3650,
  });
  await test.world.compliance(tenant, project, 'confirmed');
  await test.world.permitPii(tenant, 'client_admin', 'raw_caller', 'summary', 'transcript');
  await test.world.strictSummaries(tenant, false);
  return { tenant, project };
}

/** A person of the tenant with a token that stays valid however a test moves its clock. */
export async function aTokenOf(test: TestApp, tenant: TestTenant, role: PortalRole): Promise<string> {
  const { subject } = await test.world.aUser(tenant, { role });
  return lastingToken(subject);
}

const lastingToken = (subject: string): string =>
  bearerToken(subject, { claims: { exp: Math.floor(Date.now() / 1000) + 86_400 } });

export const exportCalls = (test: TestApp, token: string, body: object): Promise<Response> =>
  test
    .request()
    .post('/v1/calls/export')
    .set('Authorization', `Bearer ${token}`)
    .send(body)
    .then((it) => it);

/** Like `exportCalls`, for a user without earlier exports, so that no limit refuses it. */
export const exportOnce = async (
  test: TestApp,
  { tenant, project }: Exporting,
  body: object,
  role: PortalRole = 'client_admin',
): Promise<Response> =>
  exportCalls(test, await aTokenOf(test, tenant, role), { project_id: project, ...body });

/** The cells of a file, read by an independent parser whose errors fail the test. */
export function cellsOf(text: string): string[][] {
  const { data, errors } = Papa.parse(text, { delimiter: ',', newline: '\r\n' });
  expect(errors).toEqual([]);
  // The text after the last line ending.
  expect(data.pop()).toEqual(['']);
  return data;
}

/** The rows of a file, by column name. */
export function rowsOf(text: string): Record<string, string>[] {
  const [names = [], ...rows] = cellsOf(text);
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

interface AuditRow {
  readonly action: string;
  readonly outcome: string;
  readonly scope: string;
  readonly metadata: Record<string, unknown>;
}

/** The audit rows of exports that have ended, oldest first. */
export const auditOf = (test: TestApp, { clientId, dataEnv }: TestTenant): Promise<AuditRow[]> =>
  test.world.sql<AuditRow>(
    `SELECT action, outcome, scope, metadata FROM audit_events
      WHERE client_id = $1 AND data_env = $2 AND action = 'call_export' ORDER BY event_id`,
    [clientId, dataEnv],
  );

export const LINES = [
  { role: 'caller', text: 'Hello, this is [name].', offset_ms: 0 },
  { role: 'agent', text: 'How can I help?', offset_ms: 1200 },
];

/** A call from long ago, so that every test's clock is later. */
export const anOldCall = (project: string, fields: object = {}): PostedCall =>
  aCall(project, {
    started_at_utc: '2025-10-10T01:00:00.000Z',
    ended_at_utc: '2025-10-10T01:02:00.000Z',
    ...fields,
  });

/** A call whose transcript passes every governance check. */
export const aShownCall = (project: string, fields: object = {}): PostedCall =>
  anOldCall(project, {
    transcript: [{ role: 'caller', text: 'Hello, this is Robin.', offset_ms: 0 }],
    redacted_transcript: { status: 'verified', lines: LINES },
    consent: { status: 'obtained', method: 'express', obtained_at_utc: '2025-10-10T01:00:10.000Z' },
    ...fields,
  });

/** Inserts copies of one stored call of the tenant, one second apart, up to this total. */
export const copyCalls = (test: TestApp, { tenant }: Exporting, total: number): Promise<unknown> =>
  onStore(test, COPY_CALLS, [tenant.clientId, tenant.dataEnv, total - 1]);

const COPY_CALLS = `
INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc,
                   duration_seconds, caller_masked, agent_name, resolution_status)
SELECT client_id, data_env, call_id || '-' || n, 1, project_id, direction, channel, call_status,
       started_at_utc + n * interval '1 second', duration_seconds, caller_masked, agent_name, resolution_status
  FROM calls, generate_series(1, $3::integer) AS n
 WHERE client_id = $1 AND data_env = $2`;

/** Runs work while no statement on the calls of the first store can start. */
export const whileCallsAreLocked = (
  test: TestApp,
  work: (unlock: () => Promise<unknown>) => Promise<void>,
): Promise<void> =>
  withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
    await client.query('BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE');
    await work(() => client.query('COMMIT'));
  });

/** Waits until this many statements wait for the calls of the first store. */
export const untilWaiting = (test: TestApp, count: number): Promise<void> =>
  eventually(async () => {
    const waiting = await onStore(
      test,
      `SELECT 1 FROM pg_locks WHERE relation = 'calls'::regclass AND NOT granted AND ${IN_THIS_DATABASE}`,
    );
    expect(waiting).toHaveProperty('rowCount', count);
  });
