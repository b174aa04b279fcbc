import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { perTest } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import {
  aShownCall,
  anExportingTenant,
  auditOf,
  exportOnce,
  LEGACY,
  rowsOf,
  V2,
  V3,
} from '../calls/exporting.js';
import { CANARIES, tracesIn } from './canaries.js';

describe('an export of a governed project', () => {
  // Ten days after the calls of `anOldCall` began.
  const clock = new TestClock(new Date('2025-10-20T01:00:00.000Z'));
  const test = useSharedApp({ clock });

  const own = perTest(() => anExportingTenant(test));
  beforeEach(async () => {
    await postCalls(test, own.tenant, [aShownCall(own.project, { caller_number: CANARIES.phone })]);
  });

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

  const lastCounts = async () => {
    const { metadata } = (await auditOf(test, own.tenant)).at(-1)!;
    return Object.fromEntries(
      Object.entries(metadata).filter(([name]) => /(row|transcript|refused).*count$/.test(name)),
    );
  };

  it('shows what it showed before where its governance leaves everything to the tenant', async () => {
    await governed({});
    expect([await v2(), await v3(), await legacy()]).toEqual([['Available'], [true], [true]]);
  });

  // calls-export 6.7, 6.8; privacy 5.3, 5.4
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

  // Fails if a project's governance undoes what its tenant refuses. calls-export 6.7; privacy 5.4
  it.each([
    ['denied', ['Unavailable']],
    [null, ['Available']],
  ] as const)(
    'obeys secondary reuse that it allows as far as the tenant goes (%s)',
    async (reuse, expected) => {
      await test.world.governance(own.tenant, { secondaryReuse: reuse, transcriptRetentionDays: 3650 });
      expect(await v2()).toEqual(['Unavailable']);
      await governed({ secondaryReuse: 'allowed' });
      expect(await v2()).toEqual(expected);
    },
  );

  // privacy 5.4
  it('obeys the retention of recordings that it settles', async () => {
    const asked = { ...LEGACY, include_audio_links: true };
    expect((await exportOnce(test, own, asked)).status).toBe(200);
    await governed({ audioRetention: 'disabled' });
    expect((await exportOnce(test, own, asked)).status).toBe(400);
  });

  // calls-export 5.3; privacy 1.4
  it('shows the number only where the project permits it', async () => {
    const asked = { ...LEGACY, include_caller_info: true };
    expect((await rows(asked)).map(({ caller }) => caller)).toEqual([
      expect.stringContaining(CANARIES.phone.slice(1)),
    ]);
    await governed({ piiPermissions: { client_admin: ['transcript'] } });
    expect(tracesIn(JSON.stringify(await rows(asked)))).toEqual([]);
  });

  // calls-export 6.6
  it('without a profile shows no transcript that is past its retention', async () => {
    await governed({ transcriptRetentionDays: 9 });
    expect(await legacy()).toEqual([false]);
    expect(await lastCounts()).toEqual({ row_count: 1, transcript_count: 0, refused_retention_count: 1 });
  });

  // All cases export the same range, which begins exactly ten days before now (calls-export 6.6).
  it.each([
    ['as spoken', ['raw_caller', 'summary', 'transcript']],
    ['redacted', []],
  ] as const)(
    'without a profile shows those that are kept beside those that are not: %s',
    async (_, kinds) => {
      await governed({ transcriptRetentionDays: 10, piiPermissions: { client_admin: [...kinds] } });
      const older = aShownCall(own.project, { started_at_utc: '2025-10-10T00:59:59.999Z' });
      await postCalls(test, own.tenant, [older]);
      const shown = await rows({ ...LEGACY, include_transcript_text: true });
      expect(shown.map((row) => [row['call_id'] === older['call_id'], row['transcript'] !== ''])).toEqual([
        [false, true],
        [true, false],
      ]);
      expect(await lastCounts()).toEqual({ row_count: 2, transcript_count: 1, refused_retention_count: 1 });
    },
  );

  // calls-export 6.8, 9.4
  it('counts transcripts whose consent has lapsed by its governance as refused for consent', async () => {
    await governed({ consentExpiresAfterDays: 10 });
    for (const transcripts of [v2, v3]) {
      await transcripts();
      expect(await lastCounts()).toEqual({ row_count: 1, transcript_count: 0, refused_consent_count: 1 });
    }
  });
});
