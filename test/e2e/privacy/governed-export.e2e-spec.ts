import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { postCalls } from '../../support/post-calls.js';
import { TestClock } from '../../support/test-clock.js';
import { aShownCall, anExportingTenant, exportOnce, LEGACY, rowsOf, V2, V3 } from '../calls/exporting.js';
import type { Exporting } from '../calls/exporting.js';
import { CANARIES, tracesIn } from './canaries.js';

type Body = Record<string, unknown>;

describe('an export of a governed project', () => {
  // Ten days after the calls of `anOldCall` began.
  const clock = new TestClock(new Date('2025-10-20T01:00:00.000Z'));
  let test: TestApp;
  let own: Exporting;

  beforeAll(async () => {
    test = await startTestApp({ clock });
  });
  beforeEach(async () => {
    own = await anExportingTenant(test);
    await postCalls(test, own.tenant, [aShownCall(own.project, { caller_number: CANARIES.phone })]);
  });
  afterAll(() => test.close());

  const governed = (governance: Parameters<TestApp['world']['projectGovernance']>[2]) =>
    test.world.projectGovernance(own.tenant, own.project, governance);
  const rows = async (body: object) => {
    const response = await exportOnce(test, own, body);
    expect(response.status, response.text).toBe(200);
    return rowsOf(response.text.replaceAll(/\r?\n/g, '\r\n'));
  };
  const v2 = async () => (await rows(V2)).map(({ transcript_status: status }) => status);
  const v3 = async () =>
    (await rows({ ...V3, columns: ['call_id', 'transcript'] })).map(({ transcript }) => transcript !== '');
  const legacy = async () =>
    (await rows({ ...LEGACY, include_transcript_text: true })).map(({ transcript }) => transcript !== '');

  it('shows what it showed before where its governance leaves everything to the tenant', async () => {
    await governed({});
    expect([await v2(), await v3(), await legacy()]).toEqual([['Available'], [true], [true]]);
  });

  it.each<[string, Parameters<TestApp['world']['projectGovernance']>[2], unknown]>([
    [
      'transcripts not permitted',
      { piiPermissions: { client_admin: ['raw_caller'] } },
      [['Unavailable'], [false]],
    ],
    ['transcripts kept for 9 days', { transcriptRetentionDays: 9 }, [['Unavailable'], [false]]],
    ['transcripts kept for 10 days', { transcriptRetentionDays: 10 }, [['Available'], [true]]],
    ['secondary reuse denied', { secondaryReuse: 'denied' }, [['Unavailable'], [true]]],
    ['consents of 9 days', { consentExpiresAfterDays: 9 }, [['Unavailable'], [false]]],
    ['consents that lapse this moment', { consentExpiresAfterDays: 10 }, [['Unavailable'], [false]]],
    ['consents of 11 days', { consentExpiresAfterDays: 11 }, [['Available'], [true]]],
  ])('obeys %s', async (_, governance, expected) => {
    await governed(governance);
    expect([await v2(), await v3()]).toEqual(expected);
  });

  it('obeys secondary reuse that it allows where the tenant denies it', async () => {
    await test.world.governance(own.tenant, { secondaryReuse: 'denied', transcriptRetentionDays: 3650 });
    expect(await v2()).toEqual(['Unavailable']);
    await governed({ secondaryReuse: 'allowed' });
    expect(await v2()).toEqual(['Available']);
  });

  it('obeys the retention of recordings that it settles', async () => {
    const asked = { ...LEGACY, include_audio_links: true };
    expect((await exportOnce(test, own, asked)).status).toBe(200);
    await governed({ audioRetention: 'disabled' });
    expect((await exportOnce(test, own, asked)).status).toBe(400);
  });

  it('shows the number only where the project permits it', async () => {
    const asked = { ...LEGACY, include_caller_info: true };
    expect((await rows(asked)).map(({ caller }) => caller)).toEqual([
      expect.stringContaining(CANARIES.phone.slice(1)),
    ]);
    await governed({ piiPermissions: { client_admin: ['transcript'] } });
    expect(tracesIn(JSON.stringify(await rows(asked)))).toEqual([]);
  });

  it('without a profile shows no transcript that is past its retention', async () => {
    await governed({ transcriptRetentionDays: 9 });
    expect(await legacy()).toEqual([false]);
    const audit = await test.world.sql<{ metadata: Body }>(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND action = 'call_export' ORDER BY event_id DESC LIMIT 1`,
      [own.tenant.clientId],
    );
    expect(JSON.stringify(audit[0]?.metadata)).toContain('transcript');
  });
});
