import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';

const { parse } = createRequire(import.meta.url)('papaparse') as {
  parse: (text: string, options: object) => { data: string[][] };
};

const BODY = {
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
  start_date: '2026-10-01',
  end_date: '2026-10-31',
};
const V1 = { ...BODY, profile: 'portal_business_v1', timezone: 'Australia/Sydney' };

describe('an export', () => {
  let test: TestApp;
  let tenant: TestTenant;
  let project: string;

  beforeAll(async () => {
    test = await startTestApp();
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    const key = await test.world.aKey(tenant, 'runtime-ingest');
    const calls = [
      aCall(project, {
        caller_number: '+61491570156',
        summary: 'Booked for Tuesday.',
        resolution_status: 'resolved',
      }),
      aCall(project, {
        summary: '=HYPERLINK("x")',
        started_at_utc: '2026-10-09T20:00:00Z',
        ended_at_utc: null,
      }),
    ];
    await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(calls).expect(200);
  });
  afterAll(() => test.close());

  it('of v1 holds the fixed columns, newest call first', async () => {
    const user = await test.world.aUser(tenant, { role: 'client_manager' });
    const response = await test
      .request()
      .post('/v1/calls/export')
      .set('Authorization', `Bearer ${user.token()}`)
      .send({ ...V1, project_id: project });
    expect(response.status, response.text).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-call-export-profile': 'portal_business_v1',
    });
    expect(parse(response.text, { skipEmptyLines: true }).data).toEqual([
      [
        'call_started_at',
        'caller',
        'duration_seconds',
        'call_status',
        'primary_outcome',
        'sentiment',
        'summary',
      ],
      [
        '10/10/2026 12:00:00',
        "'+61 *** *** 156",
        '120',
        'completed',
        'resolved',
        'Unclassified',
        'Booked for Tuesday.',
      ],
      ['10/10/2026 07:00:00', '', '120', 'completed', 'unclassified', 'Unclassified', `'=HYPERLINK("x")`],
    ]);
  });
});
