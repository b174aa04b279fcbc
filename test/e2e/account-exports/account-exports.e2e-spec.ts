import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time/wall-clock.policy.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { chance } from '../../support/random-calls.js';
import { PERSON, TRACES } from '../caller-requests/erasure-place.js';
import { aTicket, AttachmentDesk } from '../support/attachments/attachments-fixture.js';
import { ExportFixture, OpenedExport, useExports } from './exporting.js';
import { OPENED, plantSignIn, SECRET } from './sign-in-rows.js';

/** The table behind each file; counted here without the code that writes the files. */
const COUNTED = {
  metadata: {
    api_keys: 'api_keys',
    audit_events: 'audit_events',
    billing_adjustments: 'billing_adjustments',
    billing_discounts: 'billing_discounts',
    billing_meters: 'billing_plan_meters',
    billing_plan: 'billing_plans',
    break_glass_holders: 'break_glass_holders',
    break_glass_uses: 'break_glass_uses',
    business_hours: 'client_business_hours',
    caller_request_history: 'caller_request_history',
    caller_requests: 'caller_requests',
    directory_events: 'directory_events',
    directory_groups: 'directory_groups',
    directory_settings: 'directory_settings',
    directory_tokens: 'directory_tokens',
    directory_users: 'directory_users',
    governance: 'tenant_governance',
    invitations: 'person_invitations',
    ip_allowlist: 'tenant_ip_allowlist',
    mfa_policy: 'mfa_policies',
    notice_addresses: 'email_addresses',
    // Platform staff and people of partners are left out.
    people: `(SELECT * FROM portal_user_client_assignments WHERE role LIKE 'client%') customers`,
    privacy_policy: 'pii_policies',
    privacy_settings: 'pii_settings',
    project_versions: 'project_versions',
    projects: 'projects',
    report_deliveries: 'report_deliveries',
    report_schedules: 'report_schedules',
    second_factors: `(SELECT a.client_id, a.data_env FROM second_factors JOIN portal_user_client_assignments a USING (user_id)) factors`,
    sso_connections: 'sso_connections',
    sso_domains: 'sso_domains',
    sso_enforcement: 'tenant_required_connections',
    sso_links: 'sso_identities',
    usage: 'billing_usage_windows',
    usage_alerts: 'billing_usage_alerts',
    webhooks: 'webhook_endpoints',
  },
  store: {
    calls: 'calls',
    campaign_contacts: 'campaign_contacts',
    campaign_log: 'campaign_log',
    campaigns: 'campaigns',
    capacity_blocks: 'capacity_blocks',
    capacity_limit_changes: 'capacity_limit_changes',
    capacity_limits: 'capacity_limits',
    capacity_samples: 'capacity_samples',
    dispatches: 'dispatches',
    follow_up_settings: 'follow_up_settings',
    follow_ups: 'call_follow_ups',
    knowledge_build_sources: 'knowledge_build_sources',
    knowledge_builds: 'knowledge_builds',
    knowledge_source_texts: 'knowledge_source_blocks',
    knowledge_sources: 'knowledge_sources',
    outbound_evidence: 'outbound_evidence',
    outbound_settings: 'outbound_settings',
    pii_unlocks: 'call_pii_unlocks',
    registry_wash_records: 'registry_wash_records',
    support_attachments: 'support_attachments',
    support_comments: 'support_comments',
    support_related_calls: 'support_related_calls',
    support_tickets: 'support_tickets',
    suppressions: 'suppressions',
    webhook_deliveries: 'webhook_deliveries',
    webhook_health: 'webhook_health',
  },
} as const;

describe('account exports', () => {
  const { apps, desk, place, exports, stored, filesOf } = useExports();

  async function countedRows(): Promise<Record<string, number>> {
    const counts: Record<string, number> = { invoices: 0 };
    const { clientId, dataEnv } = desk.tenant;
    for (const [name, table] of Object.entries(COUNTED.metadata)) {
      const [row] = await apps.test.world.sql<{ rows: number }>(
        `SELECT count(*)::integer AS rows FROM ${table} WHERE client_id = $1 AND data_env = $2`,
        [clientId, dataEnv],
      );
      counts[name] = row!.rows;
    }
    for (const [name, table] of Object.entries(COUNTED.store)) {
      const [row] = await inStore<{ rows: number }>(
        apps.test,
        `SELECT count(*)::integer AS rows FROM ${table} WHERE client_id = $1 AND data_env = $2`,
        [clientId, dataEnv],
      );
      counts[name] = row!.rows;
    }
    return counts;
  }

  // account-exports 1.2, 1.3, 3.1, 3.3, 3.4, 4.1, 5.1; support 8.3
  it('has every row of the client, of no other, and no secret', async () => {
    await place.takeIn(place.calls(300, chance(1)));
    const { clientId, dataEnv } = desk.tenant;
    const key = await apps.test.world.aKey(desk.tenant, 'full-access');
    await desk.made({ identifier_kind: 'phone' });
    // The worker searches for the caller's calls and records that in the history.
    await eventually(async () => expect((await countedRows())['caller_request_history']).toBe(2));
    await inStore(
      apps.test,
      `INSERT INTO suppressions (client_id, data_env, phone_hash, phone_hash_key_id, masked_phone, reason, source, created_at, created_by)
       VALUES ($1, $2, 'hash canary', 'k', '***', 'manual', 'manual', now(), 'x')`,
      [clientId, dataEnv],
    );
    await plantSignIn(apps.test, desk.tenant, exports.admin);
    const stranger = await apps.test.world.aTenant();
    await apps.test.world.aProject(stranger, { projectId: 'foreign-canary' });
    const id = await exports.started();
    const ready = await exports.ready(id);
    const expected = await countedRows();
    const zip = (await exports.download(id).expect(200)).body as Buffer;
    expect(ready).toMatchObject({
      requested_by: exports.admin.userId,
      format: 'ndjson',
      bytes: zip.length,
      sha256: createHash('sha256').update(zip).digest('hex'),
      downloads: 0,
      sections: (await exports.list()).available_sections,
    });
    const opened = await OpenedExport.of(zip);
    // Audit rows that were written after the snapshot: the export itself adds one.
    expect({ ...opened.counts, audit_events: 0 }).toEqual({ ...expected, audit_events: 0 });
    expect(opened.counts['audit_events']).toBeGreaterThan(0);
    expect(ready.progress).toEqual({
      files_done: Object.keys(expected).length,
      files_total: Object.keys(expected).length,
      rows: Object.values(opened.counts).reduce((sum, rows) => sum + rows, 0),
    });
    for (const name of Object.keys(expected)) expect(opened.text('README.txt')).toContain(`${name}.ndjson: `);
    for (const canary of [
      'foreign-canary',
      key,
      key.split('_').at(-1)!,
      'hash canary',
      'encrypted',
      '$sealed',
      SECRET,
    ])
      expect(opened.everything).not.toContain(canary);
    for (const text of OPENED) expect(opened.everything).toContain(text);
    // The file at rest is sealed.
    const [file] = filesOf(id);
    const atRest = readFileSync(join(stored, file!));
    expect(atRest.length).toBeGreaterThan(zip.length);
    for (const trace of ['PK', 'README', 'manifest'])
      expect(atRest.subarray(0, 200).toString('latin1')).not.toContain(trace);
    const actions = await apps.test.world.sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE client_id = $1 AND action LIKE 'account_export.%' ORDER BY action`,
      [clientId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'account_export.downloaded',
      'account_export.ready',
      'account_export.requested',
    ]);
  });

  // account-exports 3.5; support 2.4; support-attachments 9.4
  it('has nothing of the internal comments of tickets', async () => {
    const operator = await apps.test.world.aUser(desk.tenant, { role: 'service_operator' });
    const ticket = await aTicket(apps.test, desk.tenant, exports.admin);
    const staff = new AttachmentDesk(apps.test, desk.tenant, operator, ticket);
    const wrote = async (visibility: string): Promise<string> => {
      const sent = staff.ask('post', `tickets/${ticket}/comments`).send({ text: 'Known fault.', visibility });
      return ((await sent.expect(201)).body as { comment_id: string }).comment_id;
    };
    const [shown, hidden] = [await wrote('public'), await wrote('internal')];
    for (const comment of [shown, hidden])
      await staff.ask('post', `tickets/${ticket}/comments/${comment}/redact`).send({}).expect(200);
    await eventually(async () =>
      expect(
        await apps.test.world.sql(
          `SELECT 1 FROM audit_events WHERE client_id = $1 AND action = 'support_ticket.comment_redacted'`,
          [desk.tenant.clientId],
        ),
      ).toHaveLength(2),
    );
    const planted = (visibility: string) =>
      inStore<{ attachment_id: string }>(
        apps.test,
        `INSERT INTO support_attachments (client_id, data_env, attachment_id, ticket_id, visibility, state, kind, bytes, sha256,
                uploaded_by, uploader_side, created_at, expires_at, finalised_at)
         VALUES ($1, $2, gen_random_uuid(), $3::uuid, $4, 'deleted', 'csv', 12, '', 'x', 'staff', now(), now(), now())
         RETURNING attachment_id`,
        [desk.tenant.clientId, desk.tenant.dataEnv, ticket, visibility],
      );
    const [file] = await planted('public');
    await planted('internal');
    const id = await exports.started({ sections: ['audit', 'support'] });
    await exports.ready(id);
    const opened = await exports.opened(id);
    expect(opened.everything).toContain(shown);
    expect(opened.everything).not.toContain(hidden);
    expect(opened.rows('support_attachments')).toEqual([
      expect.objectContaining({ ...file, ticket_id: ticket, type: 'text/csv', bytes: 12, file_name: null }),
    ]);
    expect(opened.rows('audit_events').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['support_ticket.commented', 'support_ticket.comment_redacted']),
    );
  });

  // account-exports 3.5
  it('shows of calls what the policy of the client lets an administrator see', async () => {
    await place.takeIn(place.calls(9, chance(2)));
    const hidden = await exports.started({ sections: ['calls'] });
    await exports.ready(hidden);
    const without = await exports.opened(hidden);
    expect(without.everything.toLowerCase()).not.toMatch(TRACES.join('|'));
    expect(without.text('calls.ndjson')).toContain('my pet sat');
    expect(without.rows('calls').filter((row) => typeof row['primary_outcome'] !== 'string')).toEqual([]);
    await apps.test.world.permitPii(desk.tenant, 'client_admin', 'raw_caller', 'summary', 'transcript');
    const shown = await exports.started({ sections: ['calls'], format: 'csv' });
    await exports.ready(shown);
    const csv = (await exports.opened(shown)).text('calls.csv');
    for (const text of [PERSON.name, PERSON.said, PERSON.summed]) expect(csv).toContain(text);
    expect(csv).toContain(`"'${PERSON.number}"`);
  });

  // account-exports 1.1, 1.4
  it('takes sections that there are, and repeats the answer of a key', async () => {
    const refused = await exports.start({ sections: ['calls', 'nothing'] }).expect(400);
    expect(refused.text).toContain('must be one of audit, ');
    const post = () => exports.start({ sections: ['projects'] }).set('Idempotency-Key', 'once');
    const [one, other] = [await post().expect(202), await post().expect(202)];
    expect(other.body).toEqual(one.body);
    expect((await exports.list()).items).toHaveLength(1);
    const stranger = new ExportFixture(
      apps.test,
      desk.tenant,
      await apps.test.world.aUser(desk.tenant, { role: 'client_manager' }),
    );
    const { export_id: id } = one.body as { export_id: string };
    for (const path of [`/${id}`, `/${randomUUID()}`, `/${id}/download`])
      await stranger.ask('get', path).expect(404);
    const tenant = await apps.test.world.aTenant();
    const foreign = new ExportFixture(
      apps.test,
      tenant,
      await apps.test.world.aUser(tenant, { role: 'client_admin' }),
    );
    const answers = await Promise.all(
      [id, randomUUID(), id.toUpperCase()].map((it) => foreign.ask('get', `/${it}/download`).expect(404)),
    );
    expect(new Set(answers.map(({ body }) => (body as { message: string }).message)).size).toBe(1);
  });

  // account-exports 1.5
  it('starts 3 of a person and 10 of a client in 24 hours, counted by two processes together', async () => {
    const sent = { sections: ['capacity'] };
    const statuses = async (admin: ExportFixture, times: number): Promise<number[]> => {
      const answers = await Promise.all(
        Array.from({ length: times }, (_, at) => admin.start(sent, at % 2 === 0 ? apps.test : apps.first)),
      );
      return answers.map(({ status }) => status).toSorted();
    };
    expect(await statuses(exports, 5)).toEqual([202, 202, 202, 429, 429]);
    const others = await Promise.all(
      [1, 2, 3].map(async () =>
        exports.as(await apps.test.world.aUser(desk.tenant, { role: 'client_admin' })),
      ),
    );
    expect(await statuses(others[0]!, 3)).toEqual([202, 202, 202]);
    expect(await statuses(others[1]!, 3)).toEqual([202, 202, 202]);
    expect(await statuses(others[2]!, 3)).toEqual([202, 429, 429]);
    const refused = await exports.start(sent).expect(429);
    expect(refused.body).toMatchObject({ code: 'export_rate_limited' });
    const wait = Number(refused.get('retry-after'));
    expect(wait).toBeGreaterThan(DAY_MS / 1000 - 300);
    expect(wait).toBeLessThanOrEqual(DAY_MS / 1000);
    // Another environment of the client has its own limits.
    const staging = await apps.test.world.aTenant({ ...desk.tenant, dataEnv: 'staging' });
    await apps.test.world.assign(exports.admin, staging, { role: 'client_admin' });
    await apps.test
      .request()
      .post('/v1/portal/account-exports')
      .set('Authorization', `Bearer ${exports.admin.token('staging')}`)
      .query({ client_id: staging.clientId })
      .send(sent)
      .expect(202);
  });
});
