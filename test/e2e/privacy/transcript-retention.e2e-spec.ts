import { beforeEach, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { EVERY_KIND, PERSONAL, REDACTED, SUMMARY } from '../calls/personal-call.js';
import { tracesIn } from './canaries.js';

type Body = Record<string, unknown>;

// Ten days after the calls of `aCall` began.
const NOW = '2026-10-20T01:00:00.000Z';
const OCTOBER = 'start_date=2026-10-01&end_date=2026-10-31';

describe('the retention of transcripts that a project has published', () => {
  const clock = new TestClock(new Date(NOW));
  const test = useSharedApp({ clock });
  let tenant: TestTenant;
  let plain: string;
  let governed: string;
  let key: Record<string, string>;

  beforeEach(async () => {
    clock.set(NOW);
    await test.world.sql('DELETE FROM throttle_hits');
    tenant = await test.world.aTenant();
    plain = await test.world.aProject(tenant);
    governed = await test.world.aProject(tenant);
    key = { 'X-API-Key': await test.world.aKey(tenant, 'full-access') };
  });

  const posted = async (projectId: string, fields: object = {}): Promise<string> => {
    const call = aCall(projectId, { ...PERSONAL, ...fields });
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  };
  const get = (path: string) => test.request().get(`/v1/calls/${path}`).set(key);
  const shown = async (path: string): Promise<Body> => {
    const response = await get(path);
    expect(response.status, response.text).toBe(200);
    return response.body as Body;
  };
  const permitEverything = () => test.world.permitPii(tenant, 'full-access', ...EVERY_KIND);
  /** Everything that shows a call's transcript, and whether it does so. */
  const showing = async (callId: string): Promise<Body> => {
    const { items } = (await shown(`list?${OCTOBER}`)) as { items: Body[] };
    const row = items.find((it) => it['call_id'] === callId);
    const list = await shown(`list?${OCTOBER}&project_id=${String(row?.['project_id'])}`);
    const detail = await shown(callId);
    const preview = await shown(`${callId}/inline-preview`);
    const [text, pdf] = [await get(`${callId}/transcript-download`), await get(`${callId}/transcript/pdf`)];
    return {
      spoken: detail['transcript'],
      available: [row, ...(list['items'] as Body[]).filter((it) => it['call_id'] === callId), detail].map(
        (it) => it?.['transcript_available'],
      ),
      statuses: [(detail['compliance'] as Body)['transcript_status'], preview['transcript_status']],
      lines: preview['lines'],
      downloads: [text.status, pdf.status],
      summary: detail['summary'],
    };
  };
  const SHOWN = {
    spoken: PERSONAL.transcript,
    available: [true, true, true],
    statuses: ['available', 'available'],
    lines: REDACTED,
    downloads: [200, 200],
    summary: SUMMARY,
  };
  const GONE = {
    spoken: null,
    available: [false, false, false],
    statuses: ['none', 'none'],
    lines: [],
    downloads: [404, 404],
    summary: SUMMARY,
  };

  beforeEach(permitEverything);

  // privacy 5.1, 5.2
  it('shows none of them, in no form, from the millisecond on at which it is over', async () => {
    await test.world.projectGovernance(tenant, governed, { transcriptRetentionDays: 10 });
    const [own, other] = [await posted(governed), await posted(plain)];
    expect(await showing(own)).toEqual(SHOWN);
    clock.advance(1);
    expect(await showing(own)).toEqual(GONE);
    expect(await showing(other)).toEqual(SHOWN);
  });

  // privacy 5.2
  it('shows none of them at all for 0 days', async () => {
    clock.set('2026-10-10T01:00:00.001Z');
    await test.world.projectGovernance(tenant, governed, { transcriptRetentionDays: 0 });
    expect(await showing(await posted(governed))).toEqual(GONE);
  });

  // privacy 5.1
  it.each<[string, number | null, number | null, object]>([
    ['the tenant alone has settled it and it is over', 9, null, GONE],
    ['the tenant alone has settled it and it is not over', 11, null, SHOWN],
    ['the project would keep them longer than the tenant', 9, 11, GONE],
    ['the project alone has settled it', null, 11, SHOWN],
    ['the project keeps them shorter than the tenant', 11, 9, GONE],
    ['nobody has settled it', null, null, SHOWN],
  ])('when %s', async (_, ofTenant, ofProject, expected) => {
    if (ofTenant !== null) await test.world.governance(tenant, { transcriptRetentionDays: ofTenant });
    await test.world.projectGovernance(
      tenant,
      governed,
      ofProject === null ? {} : { transcriptRetentionDays: ofProject },
    );
    expect(await showing(await posted(governed))).toEqual(expected);
  });

  // calls-transcripts 1.3, 4.2, 5.1
  it('audits a download that is over as denied, and counts none', async () => {
    await test.world.projectGovernance(tenant, governed, { transcriptRetentionDays: 9 });
    const callId = await posted(governed);
    const response = await get(`${callId}/transcript-download`).expect(404);
    expect(response.headers['ratelimit']).toBeUndefined();
    expect(
      await test.world.sql(
        `SELECT outcome FROM audit_events WHERE action = 'transcript_downloaded' AND metadata->>'call_id' = $1`,
        [callId],
      ),
    ).toEqual([{ outcome: 'denied' }]);
  });

  // Fails if a retention that cannot be read counts as none. privacy 1.1, 1.9; calls-transcripts
  // 1.6
  it.each([
    ['project_governance', false],
    ['tenant_governance', false],
    ['pii_policies', true],
  ])('while %s cannot be read shows nothing unredacted, and redactions: %s', async (table, isKnown) => {
    const callId = await posted(plain);
    await test.world.sql(`ALTER TABLE ${table} RENAME TO lost`);
    try {
      const detail = await shown(callId);
      const preview = await shown(`${callId}/inline-preview`);
      expect(detail).not.toHaveProperty('transcript');
      expect((detail['compliance'] as Body)['transcript_status']).toBe(isKnown ? 'available' : 'none');
      expect(preview['lines']).toEqual(isKnown ? REDACTED : []);
      await get(`${callId}/transcript-download`).expect(isKnown ? 200 : 503);
      expect(tracesIn(JSON.stringify([detail, preview]))).toEqual([]);
    } finally {
      await test.world.sql(`ALTER TABLE lost RENAME TO ${table}`);
    }
    expect(await showing(callId)).toEqual(SHOWN);
  });

  it('holds while permissions cannot be read', async () => {
    await test.world.projectGovernance(tenant, governed, { transcriptRetentionDays: 9 });
    const callId = await posted(governed);
    await test.world.sql('ALTER TABLE pii_policies RENAME TO lost');
    try {
      expect(await shown(`${callId}/inline-preview`)).toMatchObject({
        lines: [],
        transcript_status: 'none',
      });
      await get(`${callId}/transcript-download`).expect(404);
    } finally {
      await test.world.sql('ALTER TABLE lost RENAME TO pii_policies');
    }
  });

  // calls 14.5; privacy 5.3
  it('lets a consent lapse earlier than it says itself, never later', async () => {
    const consent = (expires_at_utc: string | null) => ({
      consent: {
        status: 'obtained',
        method: 'express',
        obtained_at_utc: '2026-10-10T01:00:10.000Z',
        expires_at_utc,
      },
    });
    const [endless, short] = [
      await posted(governed, consent(null)),
      await posted(governed, consent('2026-10-12T00:00:00.000Z')),
    ];
    const stateOf = async (callId: string): Promise<unknown> => {
      const { state, expires_at_utc } = (await shown(callId))['consent'] as Body;
      return [state, expires_at_utc];
    };
    expect(await stateOf(endless)).toEqual(['current', null]);
    await test.world.projectGovernance(tenant, governed, { consentExpiresAfterDays: 10 });
    expect(await stateOf(endless)).toEqual(['expired', NOW]);
    expect(await stateOf(short)).toEqual(['expired', '2026-10-12T00:00:00.000Z']);
    clock.advance(-1);
    expect(await stateOf(endless)).toEqual(['current', NOW]);
  });
});
