import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { postCalls } from '../../support/post-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { withoutIds } from '../../support/without-ids.js';
import {
  aShownCall,
  anExportingTenant,
  anOldCall,
  cellsOf,
  exportOnce,
  LEGACY,
  LINES,
  rowsOf,
  V1,
  V2,
  V3,
} from './exporting.js';
import type { Exporting } from './exporting.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';

const ALL_COLUMNS = [
  'agent',
  'channel',
  'project_id',
  'call_id',
  'transcript',
  'summary',
  'sentiment',
  'primary_outcome',
  'call_status',
  'duration_seconds',
  'caller',
  'call_started_at',
];
const WITH_NUMBERS = { ...LEGACY, include_caller_info: true };
const WITH_TRANSCRIPTS = { ...LEGACY, include_transcript_text: true };
const UNREDACTED = { ...V3, columns: ALL_COLUMNS, redact_personal_information: false };

/** The file for each of these bodies; every role that may request it gets the same one. */
const GOLDENS: readonly [golden: string, body: object, roles: readonly PortalRole[]][] = [
  ['legacy', LEGACY, ['client_admin', 'client_manager', 'client_staff', 'partner_admin']],
  ['legacy-numbers', WITH_NUMBERS, ['client_admin']],
  ['legacy-transcripts', WITH_TRANSCRIPTS, ['client_admin']],
  ['v1', V1, ['client_admin', 'client_manager', 'client_staff', 'partner_admin']],
  ['v2', V2, ['client_admin']],
  ['v3-all-redacted', { ...V3, columns: ALL_COLUMNS }, ['client_admin']],
  ['v3-all-unredacted', UNREDACTED, ['client_admin']],
  [
    'v3-harmless',
    { ...V3, columns: ['call_id', 'caller', 'summary', 'agent'] },
    ['client_admin', 'client_manager', 'client_staff', 'partner_admin'],
  ],
  ['v3-one-column', { ...V3, columns: ['summary'] }, ['client_admin']],
];

const at = (instant: string, fields: object): object => ({
  started_at_utc: instant,
  ended_at_utc: null,
  ...fields,
});

/**
 * Difficult calls: formulas, quotes, line breaks, other scripts, missing values, and clock changes.
 */
const hostileCalls = (project: string): PostedCall[] => [
  aShownCall(project, {
    call_id: 'room-01-whole',
    caller_number: '+61491570156',
    agent_name: 'Ava',
    resolution_status: 'resolved',
    sentiment: 'positive',
    summary: 'Booked a check-up for Tuesday.',
  }),
  // Sydney's clocks go from 02:00 to 03:00 on 5 October 2025, 16:00 UTC of the 4th.
  anOldCall(project, at('2025-10-04T15:59:59.999Z', { call_id: 'room-02-before-summer-time' })),
  anOldCall(project, at('2025-10-04T16:00:00.000Z', { call_id: 'room-03-summer-time' })),
  aShownCall(project, {
    ...at('2025-10-11T01:00:00.000Z', { call_id: 'room-04-formulas' }),
    agent_name: '=cmd|/c calc!A1',
    summary: "@SUM(1+1)*cmd|' /C calc'!A0",
    consent: { status: 'obtained', method: 'express', obtained_at_utc: '2025-10-11T01:00:10.000Z' },
    redacted_transcript: {
      status: 'verified',
      lines: [
        { role: 'caller', text: '=1+1\nagent: I never said this', offset_ms: 0 },
        { role: 'agent', text: '\t-2', offset_ms: 5 },
      ],
    },
  }),
  anOldCall(project, {
    ...at('2025-10-12T01:00:00.000Z', { call_id: 'room-05-quotes' }),
    agent_name: 'Ava "the, second"',
    summary: 'First line,\r\nsecond "line"\nthird',
    sentiment: 'negative',
    channel: 'web',
    duration_seconds: 60.5,
  }),
  anOldCall(project, {
    ...at('2025-10-13T01:00:00.000Z', { call_id: 'room-06-scripts' }),
    agent_name: 'Zoë 李 \u202Eava',
    summary: 'مرحبا 👩‍👩‍👧 Straße ＝1',
    caller_sentiment: 'neutral',
    call_status: 'missed',
  }),
  anOldCall(project, {
    ...at('2025-10-14T01:00:00.000Z', { call_id: 'room-07-missing' }),
    call_status: 'failed',
    duration_seconds: null,
    caller_number: null,
    agent_name: null,
    summary: null,
  }),
  anOldCall(project, {
    ...at('2025-10-15T01:00:00.000Z', { call_id: 'room-08-personal-summary' }),
    caller_number: '+61491570157',
    summary: 'Call Robin back on 0491 570 157.',
  }),
  aShownCall(project, {
    ...at('2025-10-16T01:00:00.000Z', { call_id: 'room-09-unverified' }),
    consent: { status: 'obtained', method: 'express', obtained_at_utc: '2025-10-16T01:00:10.000Z' },
    redacted_transcript: { status: 'pending', lines: LINES },
  }),
];

describe('an export', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const test = useSharedApp({ clock });
  let own: Exporting;

  const csv = async (body: object, role: PortalRole = 'client_admin'): Promise<string> => {
    clock.advance(601_000);
    const response = await exportOnce(test, own, body, role);
    expect(response.status, response.text).toBe(200);
    return response.text;
  };

  beforeAll(async () => {
    const tenant = await anExportingTenant(test);
    const project = await test.world.aProject(tenant.tenant, { projectId: 'front-desk-k3vq72' });
    await test.world.compliance(tenant.tenant, project, 'confirmed');
    own = { ...tenant, project };
    await postCalls(test, own.tenant, hostileCalls(project));
  });

  describe.each(GOLDENS)('%s', (golden, body, roles) => {
    // calls-export 5.5, 5.9, 5.10, 5.11, 5.18, 6.6
    it.each(roles)('is the reviewed file for %s', async (role) => {
      const file = join(import.meta.dirname, 'export-goldens', `${golden}.csv`);
      await expect(await csv(body, role)).toMatchFileSnapshot(file);
    });
  });

  // calls-export 4.1, 4.2, 4.3, 4.4, 4.5, 5.13
  it('has exactly the columns of its profile, in their order', async () => {
    const header = async (body: object) => cellsOf(await csv(body))[0];
    const v1 = [
      'call_started_at',
      'caller',
      'duration_seconds',
      'call_status',
      'primary_outcome',
      'sentiment',
      'summary',
    ];
    expect(await header(V1)).toEqual(v1);
    expect(await header(V2)).toEqual([...v1, 'transcript_status', 'transcript']);
    expect(await header({ ...V3, columns: ALL_COLUMNS })).toEqual(ALL_COLUMNS);
    expect(await header({ ...V3, columns: ALL_COLUMNS.toReversed() })).toEqual(ALL_COLUMNS.toReversed());
    expect(await header(LEGACY)).toEqual([
      'call_id',
      'project_id',
      'call_started_at',
      'call_status',
      'channel',
      'caller',
      'agent',
      'duration_seconds',
      'primary_outcome',
      'summary',
      'transcript',
    ]);
  });

  // calls-export 5.19
  it.each([
    ['legacy', LEGACY],
    ['v1', V1],
    ['v2', V2],
    ['v3', V3],
  ])('of %s begins with a byte order mark where that is asked for', async (_, body) => {
    expect(await csv({ ...body, bom: true })).toBe(`\ufeff${await csv({ ...body, bom: false })}`);
  });

  // calls-export 5.1
  it('shows the start in its time zone, on both sides of a change', async () => {
    const starts = rowsOf(await csv({ ...V3, columns: ['call_id', 'call_started_at'] }));
    const startOf = (id: string) => starts.find((row) => row['call_id'] === id)?.['call_started_at'];
    expect(startOf('room-02-before-summer-time')).toBe('05/10/2025 01:59:59');
    expect(startOf('room-03-summer-time')).toBe('05/10/2025 03:00:00');
  });

  // Fails if the caller of v1 or v2 follows the caller's permission. calls-export 5.2
  it('of v1 and v2 never holds a number, for every caller', async () => {
    for (const body of [V1, V2]) {
      const text = await csv(body);
      expect(withoutIds(text)).not.toMatch(/491570156|491570157|0491/);
      expect(rowsOf(text).map(({ caller }) => caller)).toContain("'+61 *** *** 156");
    }
  });

  // calls-export 2.6, 5.3, 5.5
  it('of v3 shows numbers and stored summaries only where it is unredacted and the tenant permits it', async () => {
    const columns = ['call_id', 'caller', 'summary'];
    const personal = async (redact: boolean) =>
      rowsOf(await csv({ ...V3, columns, redact_personal_information: redact })).find(
        (row) => row['call_id'] === 'room-08-personal-summary',
      );
    expect(await personal(true)).toMatchObject({ caller: "'+61 *** *** 157", summary: '' });
    expect(await personal(false)).toMatchObject({
      caller: "'+61491570157",
      summary: 'Call Robin back on 0491 570 157.',
    });
    const strict = await anExportingTenant(test);
    await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1`, [strict.tenant.clientId]);
    await postCalls(test, strict.tenant, hostileCalls(strict.project));
    const response = await exportOnce(test, strict, { ...V3, columns, redact_personal_information: false });
    expect(response.text).not.toContain('491570157');
    expect(withoutIds(response.text)).not.toContain('0491');
  });

  // calls-export 5.6, 5.8
  it.each([
    ['32 KiB', 32 * 1024, true],
    ['one byte more', 32 * 1024 + 1, false],
  ])('shows a transcript of %s whole or not at all, and keeps the row', async (_, bytes, isShown) => {
    const other = await anExportingTenant(test);
    // Four lines, one with a character of two bytes, so that bytes rather than characters are
    // counted.
    const full = 'x'.repeat(10_000);
    const last = `ü${'x'.repeat(bytes - 3 * 'caller: \r\n'.length - 30_000 - 'caller: ü'.length - 1)}`;
    const lines = [full, full, full, last].map((text) => ({ role: 'caller', text, offset_ms: 0 }));
    const cell = lines.map(({ text }) => `caller: ${text}`).join('\r\n');
    expect(Buffer.byteLength(cell)).toBe(bytes);
    await postCalls(test, other.tenant, [
      aShownCall(other.project, {
        redacted_transcript: { status: 'verified', lines },
      }),
    ]);
    const [row, ...others] = rowsOf((await exportOnce(test, other, V2)).text);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      transcript_status: isShown ? 'Available' : 'Unavailable',
      transcript: isShown ? cell : '',
    });
  });

  // calls-export 1.9, 4.6, 8.1, 8.2, 8.3
  it.each([
    ['legacy', LEGACY, undefined],
    ['v1', V1, 'portal_business_v1'],
    ['v2', V2, 'portal_business_v2'],
    ['v3', V3, 'portal_business_v3'],
  ])(
    'of %s names its type, its file and its profile, and so it does when no call matches',
    async (_, body, profile) => {
      clock.advance(601_000);
      const full = await exportOnce(test, own, body);
      expect(full.status).toBe(200);
      expect(full.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(full.headers['content-disposition']).toMatch(
        /^attachment; filename="calls-[a-z0-9-]+-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"$/,
      );
      expect(full.headers['x-call-export-profile']).toBe(profile);
      expect(full.headers['cache-control']).toBe('no-store');
      expect(full.headers['ratelimit']).toBe('"caller";r=2;t=600, "tenant";r=11;t=600');
      const empty = await exportOnce(test, own, {
        ...body,
        start_date: '2025-01-01',
        end_date: '2025-01-02',
      });
      expect(empty.status).toBe(200);
      expect(empty.headers['content-type']).toMatch(/^application\/json/);
      expect(empty.headers['x-call-export-profile']).toBe(profile);
      expect(empty.body).toEqual({
        code: 'EXPORT_EMPTY',
        message: 'No calls match this export.',
        messageKey: 'calls.export.messages.empty',
      });
    },
  );

  // calls-export 1.5, 1.6
  it('takes a date as a whole day and an instant as the end that no longer belongs to it', async () => {
    const ids = async (range: object) =>
      rowsOf(await csv({ ...V3, columns: ['call_id'], ...range })).map((row) => row['call_id']);
    // 4 October 15:59:59 UTC is the 5th in Sydney.
    expect(await ids({ start_date: '2025-10-05', end_date: '2025-10-05' })).toEqual([
      'room-03-summer-time',
      'room-02-before-summer-time',
    ]);
    const from = '2025-10-04T00:00:00Z';
    expect(await ids({ start_date: from, end_date: '2025-10-04T16:00:00Z' })).toEqual([
      'room-02-before-summer-time',
    ]);
  });
});
