import { beforeAll, describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { CANARIES, tracesIn } from '../privacy/canaries.js';
import {
  aShownCall,
  anExportingTenant,
  aTokenOf,
  auditOf,
  exportCalls,
  exportOnce,
  LEGACY,
  PROFILES,
  V1,
  V2,
  V3,
} from './exporting.js';

const NONE = { caller_info: false, transcript_text: false, audio_links: false };
const options = (prefix: string, chosen: Partial<typeof NONE> = {}) =>
  Object.fromEntries(
    Object.entries({ ...NONE, ...chosen }).map(([name, value]) => [`${prefix}_include_${name}`, value]),
  );

describe('the audit row of an export', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const test = useSharedApp({ clock });
  const lastAudit = async () => (await auditOf(test, own.tenant)).at(-1)!;
  const audited = async (body: object, role?: Parameters<typeof exportOnce>[3]) => {
    clock.advance(601_000);
    await exportOnce(test, own, body, role);
    return lastAudit();
  };

  const own = perSuite(() => anExportingTenant(test));
  beforeAll(async () => {
    await postCalls(test, own.tenant, [
      aShownCall(own.project, {
        caller_number: CANARIES.phone,
        caller_name: CANARIES.name,
        summary: `${CANARIES.summary}, ${CANARIES.secondPhone}`,
        transcript: [{ role: 'caller', text: CANARIES.transcript, offset_ms: 0 }],
      }),
    ]);
  });

  // calls-export 9.2, 9.3
  it('of legacy separates project, names of filters, and options: selected and honoured', async () => {
    const body = {
      ...LEGACY,
      include_caller_info: true,
      include_transcript_text: true,
      include_audio_links: true,
      caller: CANARIES.phone,
      status: 'completed',
    };
    expect(await audited(body)).toEqual({
      action: 'call_export',
      outcome: 'success',
      scope: 'client_admin',
      metadata: {
        profile: 'legacy',
        ...options('selected', { caller_info: true, transcript_text: true, audio_links: true }),
        ...options('honoured', { caller_info: true, transcript_text: true }),
        redact_personal_information: null,
        column_count: 11,
        project_id: own.project,
        filters: 'caller end_date start_date status',
        row_count: 1,
        transcript_count: 1,
        code: 'EXPORTED',
      },
    });
  });

  // calls-export 2.6, 9.2
  it('does not call an option honoured that the tenant does not permit', async () => {
    const strict = await anExportingTenant(test);
    await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1`, [strict.tenant.clientId]);
    await exportOnce(test, strict, { ...LEGACY, include_caller_info: true });
    expect((await auditOf(test, strict.tenant)).at(-1)?.metadata).toMatchObject({
      ...options('selected', { caller_info: true }),
      ...options('honoured'),
    });
  });

  // calls-export 9.3
  it.each([
    [
      'v2',
      V2,
      {
        ...options('selected', { transcript_text: true }),
        ...options('honoured', { transcript_text: true }),
        redact_personal_information: null,
        column_count: 9,
        row_count: 1,
        transcript_count: 1,
      },
    ],
    [
      'v3',
      V3,
      {
        ...options('selected'),
        ...options('honoured'),
        redact_personal_information: true,
        column_count: 5,
        row_count: 1,
        transcript_count: 1,
      },
    ],
    [
      'v3 unredacted',
      { ...V3, columns: ['caller'], redact_personal_information: false },
      {
        ...options('selected'),
        ...options('honoured'),
        redact_personal_information: false,
        column_count: 1,
        row_count: 1,
        transcript_count: 0,
      },
    ],
  ])('of %s holds profile, options, counts and outcome, and nothing else', async (_, body, expected) => {
    const filtered = { ...body, caller: CANARIES.phone, agent: undefined, status: 'completed' };
    const { outcome, metadata } = await audited(filtered);
    expect(outcome).toBe('success');
    expect(metadata).toEqual({ profile: body.profile, code: 'EXPORTED', ...expected });
  });

  // calls-export 1.4
  it.each([0, 208, 100_000])('keeps the count that was displayed: %j', async (count) => {
    for (const body of Object.values(PROFILES)) {
      const { metadata } = await audited({ ...body, displayed_matched_count: count });
      expect(metadata).toMatchObject({ code: 'EXPORTED', displayed_matched_count: count });
    }
  });

  // calls-export 1.4
  it.each([100_001, -1, 1.5, 'x', null])(
    'keeps no count that is %j, and refuses nothing for it',
    async (count) => {
      const { metadata } = await audited({ ...V2, displayed_matched_count: count });
      expect(metadata).toMatchObject({ code: 'EXPORTED', row_count: 1 });
      expect(metadata).not.toHaveProperty('displayed_matched_count');
    },
  );

  it.each([
    ['v1', V1],
    ['v2', V2],
  ])('of %s says when no call matched', async (_, body) => {
    const { outcome, metadata } = await audited({
      ...body,
      start_date: '2025-01-01',
      end_date: '2025-01-02',
    });
    expect(outcome).toBe('success');
    expect(metadata).toMatchObject({ code: 'EXPORT_EMPTY', row_count: 0 });
  });

  // calls-export 9.1; privacy 8.5
  it.each<[string, object, Parameters<typeof exportOnce>[3], string, string]>([
    ['a project out of scope', { ...V1, project_id: 'absent' }, 'client_staff', 'denied', 'EXPORT_DENIED'],
    ['a role that cannot export', V1, 'partner_user', 'denied', 'EXPORT_DENIED'],
    ['v2 of a manager', V2, 'client_manager', 'denied', 'EXPORT_DENIED'],
    [
      'an opt-in of a manager',
      { ...V1, include_caller_info: true },
      'client_manager',
      'denied',
      'EXPORT_DENIED',
    ],
    [
      'options that do not go together',
      { ...V1, columns: [] },
      'client_admin',
      'failed',
      'EXPORT_PROFILE_OPTIONS_UNSUPPORTED',
    ],
    [
      'a filter that nothing can match',
      { ...V1, status: 'x' },
      'client_admin',
      'failed',
      'validation_failed',
    ],
  ])('is there for %s', async (_, body, role, outcome, code) => {
    expect(await audited(body, role)).toMatchObject({ outcome, scope: role, metadata: { code } });
  });

  it('is there for a key, which can export nothing', async () => {
    const key = await test.world.aKey(own.tenant, 'full-access');
    await test
      .request()
      .post('/v1/calls/export')
      .set('X-API-Key', key)
      .send({ ...V1, project_id: own.project });
    expect(await lastAudit()).toMatchObject({
      outcome: 'denied',
      scope: 'full-access',
      metadata: { code: 'EXPORT_DENIED' },
    });
  });

  it('is there when the window is full', async () => {
    const other = await anExportingTenant(test);
    const token = await aTokenOf(test, other.tenant, 'client_admin');
    for (let i = 0; i < 4; i += 1) await exportCalls(test, token, { ...V2, project_id: other.project });
    expect((await auditOf(test, other.tenant)).at(-1)).toMatchObject({
      outcome: 'failed',
      metadata: { code: 'EXPORT_THROTTLED', failure_reason: 'export_throttled' },
    });
  });

  // No field of a request gets personal data into the audit trail or the log.
  // calls-export 9.3; privacy 8.3, 8.6, 9.1
  it('and every log line hold nothing personal, whatever is sent in whatever field', async () => {
    const fields = [
      'project_id',
      'profile',
      'timezone',
      'format',
      'caller',
      'agent',
      'status',
      'primary_outcome',
      'start_date',
      'columns',
    ];
    for (const body of Object.values(PROFILES)) {
      for (const field of fields) {
        for (const value of [CANARIES.phone, CANARIES.name, CANARIES.transcript]) {
          await audited({ ...body, [field]: field === 'columns' ? [value] : value });
        }
      }
      await audited(body);
    }
    const rows = await test.world.sql(`SELECT metadata::text FROM audit_events WHERE client_id = $1`, [
      own.tenant.clientId,
    ]);
    expect(rows.length).toBeGreaterThan(100);
    expect(tracesIn(JSON.stringify(rows))).toEqual([]);
    expect(tracesIn(test.logs())).toEqual([]);
  });
});
