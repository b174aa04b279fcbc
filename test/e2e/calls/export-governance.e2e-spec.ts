import { describe, expect, it } from 'vitest';
import { postCalls } from '../../support/post-calls.js';
import { reseal, SEAL_FAULTS } from '../../support/sealed-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aShownCall, anExportingTenant, auditOf, exportOnce, LINES, rowsOf, V2, V3 } from './exporting.js';
import type { Exporting } from './exporting.js';

const NOW = '2025-10-20T00:00:00.000Z';
const CELL = 'caller: Hello, this is [name].\r\nagent: How can I help?';
const V3_TRANSCRIPTS = { ...V3, columns: ['call_id', 'transcript'] };

const consent = (fields: object) => ({
  consent: { status: 'obtained', method: 'express', obtained_at_utc: '2025-10-10T01:00:10.000Z', ...fields },
});

describe('the transcript of a call in an export', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useSharedApp({ clock });
  let shown: string;

  /** A tenant with one call that fails a check, if there is one, and one that passes all checks. */
  const aPair = async (fields: object = {}): Promise<Exporting & { readonly callId: string }> => {
    const own = await anExportingTenant(test);
    const calls = [aShownCall(own.project, fields), aShownCall(own.project)];
    await postCalls(test, own.tenant, calls);
    shown = calls[1]!['call_id'] as string;
    return { ...own, callId: calls[0]!['call_id'] as string };
  };
  const transcripts = async (own: Exporting, body: object) => {
    const response = await exportOnce(test, own, body);
    expect(response.status, response.text).toBe(200);
    return rowsOf(response.text);
  };
  const countsOf = async (own: Exporting) => {
    const { metadata } = (await auditOf(test, own.tenant)).at(-1)!;
    return Object.fromEntries(
      Object.entries(metadata).filter(([name]) => /^(row|transcript|refused).*count$/.test(name)),
    );
  };

  // calls-export 6.1
  it('is shown where every check passes: the verified redaction, line by line', async () => {
    const own = await aPair();
    expect(await transcripts(own, V2)).toMatchObject([
      { transcript_status: 'Available', transcript: CELL },
      { transcript_status: 'Available', transcript: CELL },
    ]);
    expect(await countsOf(own)).toEqual({ row_count: 2, transcript_count: 2 });
    expect((await transcripts(own, V3_TRANSCRIPTS)).map(({ transcript }) => transcript)).toEqual([
      CELL,
      CELL,
    ]);
  });

  // Each is wrong in only one respect. calls-export 6.1, 6.2, 6.4, 9.4
  it.each<[check: string, what: string, fields: object]>([
    ['consent', 'no consent', { consent: null }],
    ['consent', 'a consent that was declined', consent({ status: 'declined' })],
    [
      'consent',
      'a consent that was withdrawn',
      consent({ status: 'withdrawn', withdrawn_at_utc: '2025-10-10T01:01:00Z' }),
    ],
    ['consent', 'a consent with a withdrawal', consent({ withdrawn_at_utc: '2025-10-10T01:01:00Z' })],
    ['consent', 'a consent that is implied', consent({ method: 'implied' })],
    ['consent', 'a consent from before the call', consent({ obtained_at_utc: '2025-10-10T00:59:59.999Z' })],
    ['consent', 'a consent of the future', consent({ obtained_at_utc: '2025-10-20T00:00:00.001Z' })],
    ['consent', 'a consent that has expired', consent({ expires_at_utc: '2025-10-20T00:00:00.000Z' })],
    [
      'redaction_verified',
      'a redaction that is pending',
      { redacted_transcript: { status: 'pending', lines: LINES } },
    ],
    [
      'redaction_verified',
      'a redaction that failed',
      { redacted_transcript: { status: 'failed', lines: LINES } },
    ],
    ['redaction_verified', 'no redaction', { redacted_transcript: null }],
    ['contents', 'a redaction without lines', { redacted_transcript: { status: 'verified', lines: [] } }],
  ])('stays out for %s: %s; the row stays and is counted', async (check, _, fields) => {
    const own = await aPair(fields);
    const v2 = await transcripts(own, V2);
    expect(v2.map(({ transcript_status, transcript }) => [transcript_status, transcript]).toSorted()).toEqual(
      [
        ['Available', CELL],
        ['Unavailable', ''],
      ],
    );
    const counts = { row_count: 2, transcript_count: 1, [`refused_${check}_count`]: 1 };
    expect(await countsOf(own)).toEqual(counts);
    const v3 = await transcripts(own, V3_TRANSCRIPTS);
    expect(v3.find((row) => row['call_id'] === own.callId)).toMatchObject({ transcript: '' });
    expect(v3.find((row) => row['call_id'] === shown)).toMatchObject({ transcript: CELL });
    expect(await countsOf(own)).toEqual(counts);
  });

  it.each<[check: string, what: string, spoil: (own: Exporting) => Promise<unknown>]>([
    [
      'permission',
      'no permission for transcripts',
      ({ tenant }) =>
        test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1 AND kind = 'transcript'`, [
          tenant.clientId,
        ]),
    ],
    [
      'compliance_projection',
      'a projection that is pending',
      ({ tenant, project }) => test.world.compliance(tenant, project, 'pending'),
    ],
    [
      'compliance_projection',
      'a projection that failed',
      ({ tenant, project }) => test.world.compliance(tenant, project, 'failed'),
    ],
    [
      'compliance_projection',
      'no projection',
      ({ tenant }) =>
        test.world.sql(`DELETE FROM project_compliance WHERE client_id = $1`, [tenant.clientId]),
    ],
    [
      'retention',
      'a retention window that is over',
      ({ tenant }) =>
        // calls-export 6.1, 6.3, 6.7
        test.world.governance(tenant, { secondaryReuse: 'allowed', transcriptRetentionDays: 9 }),
    ],
    [
      'retention',
      'a retention that nobody has settled',
      ({ tenant }) => test.world.governance(tenant, { secondaryReuse: 'allowed' }),
    ],
    [
      'retention',
      'no governance at all',
      ({ tenant }) => test.world.sql(`DELETE FROM tenant_governance WHERE client_id = $1`, [tenant.clientId]),
    ],
  ])('stays out of every row for %s: %s', async (check, _, spoil) => {
    const own = await aPair();
    await spoil(own);
    for (const body of [V2, V3_TRANSCRIPTS]) {
      expect((await transcripts(own, body)).map(({ transcript }) => transcript)).toEqual(['', '']);
      expect(await countsOf(own)).toEqual({
        row_count: 2,
        transcript_count: 0,
        [`refused_${check}_count`]: 2,
      });
    }
  });

  // calls-export 6.5
  it.each(['denied', null] as const)(
    'stays out of v2 and not of v3 when secondary reuse is %s',
    async (secondaryReuse) => {
      const own = await aPair();
      await test.world.governance(own.tenant, { secondaryReuse, transcriptRetentionDays: 3650 });
      expect((await transcripts(own, V2)).map(({ transcript_status: status }) => status)).toEqual([
        'Unavailable',
        'Unavailable',
      ]);
      expect(await countsOf(own)).toEqual({
        row_count: 2,
        transcript_count: 0,
        refused_secondary_reuse_count: 2,
      });
      expect((await transcripts(own, V3_TRANSCRIPTS)).map(({ transcript }) => transcript)).toEqual([
        CELL,
        CELL,
      ]);
    },
  );

  // calls-export 6.1; privacy 5.2
  it('is inside of the retention window to the millisecond', async () => {
    const own = await aPair();
    await test.world.governance(own.tenant, { secondaryReuse: 'allowed', transcriptRetentionDays: 10 });
    // Ten days after the calls began.
    clock.set('2025-10-20T01:00:00.000Z');
    expect((await transcripts(own, V2)).map(({ transcript_status: status }) => status)).toEqual([
      'Available',
      'Available',
    ]);
    clock.advance(1);
    expect((await transcripts(own, V2)).map(({ transcript_status: status }) => status)).toEqual([
      'Unavailable',
      'Unavailable',
    ]);
    clock.set(NOW);
  });

  // calls-export 6.1
  it('is governed by its own project and environment alone', async () => {
    const own = await aPair();
    const neighbour = await test.world.aProject(own.tenant);
    await postCalls(test, own.tenant, [aShownCall(neighbour)]);
    expect(
      (await transcripts({ ...own, project: neighbour }, V2)).map(({ transcript }) => transcript),
    ).toEqual(['']);
    expect(await countsOf(own)).toEqual({
      row_count: 1,
      transcript_count: 0,
      refused_compliance_projection_count: 1,
    });
  });

  // calls-export 6.4
  it.each(SEAL_FAULTS)(
    'is empty where what is stored %s; the row and its neighbour stay',
    async (_, spoil) => {
      const own = await aPair();
      await spoil(test, { ...own, column: 'redacted_transcript_encrypted' }, shown);
      const rows = await transcripts(own, V3_TRANSCRIPTS);
      expect(rows.find((row) => row['call_id'] === own.callId)).toMatchObject({ transcript: '' });
      expect(rows.find((row) => row['call_id'] === shown)).toMatchObject({ transcript: CELL });
      expect(await countsOf(own)).toEqual({ row_count: 2, transcript_count: 1, refused_contents_count: 1 });
    },
  );

  it.each(['{}', '[{"role":"system","text":"x","offset_ms":0}]', '[{"role":"caller"}]', 'not JSON'])(
    'is empty where its sealed content is %s',
    async (content) => {
      const own = await aPair();
      await reseal(test, { ...own, column: 'redacted_transcript_encrypted' }, content);
      const rows = await transcripts(own, V3_TRANSCRIPTS);
      expect(rows.map(({ transcript }) => transcript).toSorted()).toEqual(['', CELL]);
    },
  );
});
