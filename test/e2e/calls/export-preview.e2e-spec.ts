import { describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { postCalls } from '../../support/post-calls.js';
import { chance } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import {
  anExportingTenant,
  anOldCall,
  aShownCall,
  aTokenOf,
  auditOf,
  copyCalls,
  exportCalls,
  LEGACY,
  rowsOf,
  untilWaiting,
  V1,
  V2,
  V3,
  whileCallsAreLocked,
} from './exporting.js';
import type { Exporting } from './exporting.js';
import { randomBody, variedCalls } from './previewing.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';

interface Preview {
  readonly row_count: number;
  readonly profile: string | null;
  readonly columns: readonly string[];
  readonly options: readonly object[];
  readonly transcripts: {
    readonly form: string;
    readonly passing_count: number;
    readonly emptied: readonly { readonly check: string; readonly row_count: number }[];
  } | null;
}

const FULL_CHECKS = [
  ...['permission', 'scope', 'compliance_projection', 'consent', 'retention'],
  ...['redaction_verified', 'secondary_reuse'],
];
const granted = (option: string, asked: boolean) => ({ option, asked, honoured: true, reason: null });
const refused = (option: string, asked: boolean, reason: string) => ({
  option,
  asked,
  honoured: false,
  reason,
});

describe('a preview of an export', () => {
  const clock = new TestClock(new Date('2025-11-02T00:00:00.000Z'));
  const test = useSharedApp({ clock });

  const ask = (token: string, body: object) =>
    test
      .request()
      .post('/v1/calls/export/preview')
      .set('Authorization', `Bearer ${token}`)
      .send(body)
      .then((it) => it);
  const previewed = async ({ tenant, project }: Exporting, body: object, role: PortalRole = 'client_admin') =>
    ask(await aTokenOf(test, tenant, role), { project_id: project, ...body });
  const previewOf = async (own: Exporting, body: object, role?: PortalRole): Promise<Preview> => {
    const response = await previewed(own, body, role);
    expect(response.status, response.text).toBe(200);
    return response.body as Preview;
  };
  const rowsAudited = (own: Exporting) =>
    test.world.sql<{ outcome: string; metadata: Record<string, unknown> }>(
      `SELECT outcome, metadata FROM audit_events
        WHERE client_id = $1 AND data_env = $2 AND action = 'call_export_previewed' ORDER BY event_id`,
      [own.tenant.clientId, own.tenant.dataEnv],
    );

  // calls-export 10.3, 10.5
  it.each(Array.from({ length: atDepth({ ordinary: 1, full: 4 }) }, (_, index) => 1900 + index))(
    'counts what thirty exports with random filters then hold: seed %i',
    async (seed) => {
      const random = chance(seed);
      const own = await anExportingTenant(test);
      const token = await aTokenOf(test, own.tenant, 'client_admin');
      await postCalls(test, own.tenant, variedCalls(own.project, 120, random));
      const terms = [
        { secondaryReuse: 'allowed', transcriptRetentionDays: 3650 },
        { secondaryReuse: 'allowed', transcriptRetentionDays: 20 },
        { secondaryReuse: 'denied', transcriptRetentionDays: 20 },
      ] as const;
      const seen = new Set<string>();
      for (let turn = 0; turn < 30; turn += 1) {
        await test.world.governance(own.tenant, { audioRetention: 'enabled', ...terms[turn % 3]! });
        await test.world.sql('DELETE FROM throttle_hits');
        const body = { project_id: own.project, ...randomBody(random) };
        const { body: preview } = (await ask(token, body)) as { body: Preview };
        const file = await exportCalls(test, token, body);
        expect(file.status, file.text).toBe(200);
        if (file.type === 'application/json') {
          expect(preview.row_count, JSON.stringify(body)).toBe(0);
          continue;
        }
        const rows = rowsOf(file.text);
        const context = `${seed} ${turn} ${JSON.stringify(body)}`;
        expect(preview.row_count, context).toBe(rows.length);
        expect(preview.columns, context).toEqual(Object.keys(rows[0]!));
        const { metadata } = (await auditOf(test, own.tenant)).at(-1)!;
        const emptied = preview.transcripts?.emptied ?? [];
        for (const { check, row_count: count } of emptied) {
          expect(metadata[`refused_${check}_count`] ?? 0, `${context} ${check}`).toBe(count);
          if (count > 0) seen.add(check);
        }
        if (!preview.transcripts) continue;
        expect(emptied.map(({ check }) => check)).toEqual(FULL_CHECKS);
        const empty = rows.filter(({ transcript }) => transcript === '').length;
        expect(
          emptied.reduce((sum, it) => sum + it.row_count, 0),
          context,
        ).toBe(empty);
        expect(preview.transcripts.passing_count, context).toBe(rows.length - empty);
      }
      expect([...seen].sort()).toEqual(['consent', 'redaction_verified', 'retention', 'secondary_reuse']);
    },
  );

  // calls-export 10.4
  it('says what is honoured, and why not', async () => {
    const own = await anExportingTenant(test);
    await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1`, [own.tenant.clientId]);
    const all = { include_caller_info: true, include_transcript_text: true, include_audio_links: true };
    const unpermitted = await previewOf(own, { ...LEGACY, ...all });
    expect(unpermitted.transcripts).toMatchObject({ form: 'verified_redaction' });
    expect(unpermitted.options).toEqual([
      refused('include_caller_info', true, 'not_permitted'),
      // The verified redaction in place of the words as spoken: 6.6.
      granted('include_transcript_text', true),
      refused('include_audio_links', true, 'no_audio_links'),
    ]);
    expect((await previewOf(own, V2)).options[1]).toEqual(
      refused('include_transcript_text', true, 'not_permitted'),
    );
    const unredacted = { ...V3, redact_personal_information: false };
    const redaction = async (body: object) => (await previewOf(own, body)).options.at(-1);
    expect(await redaction(unredacted)).toEqual(
      refused('redact_personal_information', false, 'not_permitted'),
    );
    expect(await redaction(V3)).toEqual(granted('redact_personal_information', true));
    expect(await redaction({ ...unredacted, columns: ['call_id'] })).toEqual(
      granted('redact_personal_information', false),
    );
    await test.world.permitPii(own.tenant, 'client_admin', 'raw_caller', 'summary', 'transcript');
    expect(await redaction(unredacted)).toEqual(granted('redact_personal_information', false));
    expect(await previewOf(own, V2)).toEqual({
      row_count: 0,
      profile: 'portal_business_v2',
      columns: expect.arrayContaining(['transcript_status', 'transcript']) as unknown,
      options: [
        granted('include_caller_info', false),
        granted('include_transcript_text', true),
        granted('include_audio_links', false),
      ],
      transcripts: {
        form: 'verified_redaction',
        passing_count: 0,
        emptied: FULL_CHECKS.map((check) => ({ check, row_count: 0 })),
      },
    });
    expect(await previewOf(own, V1, 'client_staff')).toMatchObject({ row_count: 0, transcripts: null });
    expect(
      (await previewOf(own, { ...LEGACY, ...all, include_audio_links: false })).transcripts,
    ).toMatchObject({
      form: 'as_spoken',
    });
  });

  // calls-export 10.1
  it.each<[role: PortalRole, body: object]>([
    ['client_admin', { ...V1, include_caller_info: 'no' }],
    ['partner_user', V1],
    ['service_admin', { ...V1, client_id: 'client-nowhere' }],
    ['client_admin', { ...V1, project_id: ' ' }],
    ['client_admin', { ...V1, format: 'xlsx' }],
    ['client_admin', { ...V1, profile: 'portal_business_v4' }],
    ['client_admin', { ...V1, timezone: undefined }],
    ['client_admin', { ...V1, timezone: 'Sydney' }],
    ['client_admin', { ...LEGACY, timezone: 'UTC' }],
    ['client_admin', { ...V3, columns: ['call_id', 'call_id'] }],
    ['client_manager', V2],
    ['partner_admin', V3],
    ['client_staff', { ...V1, include_audio_links: true }],
    ['client_admin', { ...V1, columns: ['call_id'] }],
    ['client_admin', { ...V1, project_id: 'absent' }],
    ['client_admin', { ...V1, status: 'lost' }],
    ['client_admin', { ...V1, start_date: 'yesterday' }],
  ])('is refused as the export is: %s, %j', async (role, body) => {
    const own = await anExportingTenant(test);
    const token = await aTokenOf(test, own.tenant, role);
    const sent = { project_id: own.project, ...body };
    const [preview, file] = [await ask(token, sent), await exportCalls(test, token, sent)];
    expect(preview.status).toBeGreaterThanOrEqual(400);
    expect([preview.status, preview.body]).toEqual([file.status, file.body]);
    const audited = (await auditOf(test, own.tenant)).map(({ outcome, metadata }) => ({ outcome, metadata }));
    expect(await rowsAudited(own)).toEqual(audited);
  });

  // calls-export 10.1, 10.2
  it('is refused for audio that is not kept, and for more than 10,000 calls', async () => {
    const own = await anExportingTenant(test);
    await test.world.governance(own.tenant, { audioRetention: 'disabled' });
    const unkept = await previewed(own, { ...LEGACY, include_audio_links: true });
    expect([unkept.status, unkept.body]).toMatchObject([400, { code: 'EXPORT_UNAVAILABLE' }]);
    await postCalls(test, own.tenant, [anOldCall(own.project)]);
    await copyCalls(test, own, 10_001);
    const tooLarge = await previewed(own, V1);
    expect([tooLarge.status, tooLarge.body]).toMatchObject([413, { code: 'EXPORT_TOO_LARGE' }]);
    await test.world.governance(own.tenant, { transcriptRetentionDays: 3650 });
    expect((await previewOf(own, { ...V1, end_date: '2025-10-10T03:00:00Z' })).row_count).toBeGreaterThan(0);
  });

  // calls-export 10.2
  it('uses nothing up that exports need, and waits for none of them', async () => {
    const own = await anExportingTenant(test);
    await postCalls(test, own.tenant, [anOldCall(own.project)]);
    const token = await aTokenOf(test, own.tenant, 'client_admin');
    const body = { project_id: own.project, ...V1 };
    await whileCallsAreLocked(test, async (unlock) => {
      const exporting = exportCalls(test, token, body);
      await untilWaiting(test, 1);
      const preview = ask(token, body);
      await untilWaiting(test, 2);
      await unlock();
      expect((await exporting).status).toBe(200);
      expect((await preview).body).toMatchObject({ row_count: 1 });
    });
    for (let time = 0; time < 6; time += 1) expect((await ask(token, body)).status).toBe(200);
    const file = await exportCalls(test, token, body);
    expect(file.headers['ratelimit']).toContain('"caller";r=1;');
  });

  // calls-export 10.6, 10.7
  it('is one of thirty of a caller in ten minutes; refused ones do not count', async () => {
    const own = await anExportingTenant(test);
    const token = await aTokenOf(test, own.tenant, 'client_admin');
    const body = { project_id: own.project, ...V1 };
    expect((await ask(token, { ...body, project_id: 'absent' })).status).toBe(404);
    expect((await ask(token, { ...body, status: 'lost' })).status).toBe(400);
    for (let time = 0; time < 30; time += 1) expect((await ask(token, body)).status).toBe(200);
    const full = await ask(token, body);
    expect([full.status, full.body, full.headers['retry-after']]).toMatchObject([
      429,
      { code: 'EXPORT_THROTTLED', retry_after_seconds: 600 },
      '600',
    ]);
    for (let time = 0; time < 3; time += 1) expect((await ask(token, body)).status).toBe(429);
    // One row for each of the thirty previews, and one for each of the two refused requests.
    expect(await rowsAudited(own)).toHaveLength(32);
    expect((await exportCalls(test, token, body)).status).toBe(200);
  });

  // Fails if previews get as many connections as they are asked for. calls-export 10.6
  it('is read one at a time of a tenant, in no place of an export', async () => {
    const own = await anExportingTenant(test);
    await postCalls(test, own.tenant, [anOldCall(own.project)]);
    const tokens = await Promise.all([1, 2, 3].map(() => aTokenOf(test, own.tenant, 'client_admin')));
    const body = { project_id: own.project, ...V1 };
    await whileCallsAreLocked(test, async (unlock) => {
      const previews = tokens.map((token) => ask(token, body));
      await untilWaiting(test, 1);
      const exporting = exportCalls(test, tokens[0]!, body);
      await untilWaiting(test, 2);
      await unlock();
      expect((await exporting).status).toBe(200);
      for (const preview of previews) expect((await preview).body).toMatchObject({ row_count: 1 });
    });
  });

  // calls-export 10.7
  it('is audited with counts, and no identifier or filter of v2 and v3', async () => {
    const own = await anExportingTenant(test);
    await postCalls(test, own.tenant, [
      aShownCall(own.project, { agent_name: 'Ava' }),
      aShownCall(own.project, { agent_name: 'Ava', consent: null }),
    ]);
    await previewOf(own, { ...V2, agent: 'Ava' });
    const [row] = await rowsAudited(own);
    expect(row).toMatchObject({
      outcome: 'success',
      metadata: { code: 'PREVIEWED', row_count: 2, transcript_count: 1, refused_consent_count: 1 },
    });
    expect(JSON.stringify(row)).not.toContain(own.project);
    expect(JSON.stringify(row)).not.toContain('Ava');
    expect(await auditOf(test, own.tenant)).toEqual([]);
  });
});
