import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import {
  anExportingTenant,
  anOldCall,
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
import type { PortalRole, Scope } from '../../../src/core/shared/roles.js';

const OPTIONS = 'EXPORT_PROFILE_OPTIONS_UNSUPPORTED';
const OTHER_ROLES: readonly PortalRole[] = ['client_manager', 'client_staff', 'partner_admin'];

/**
 * The envelope of exports: a category by status, a code, a message and its key, and nothing that is
 * not declared.
 */
const CATEGORIES: Record<number, string> = {
  400: 'bad_request',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'content_too_large',
  429: 'rate_limited',
};
function expectCode(response: Response, status: number, code: string): void {
  expect([response.status, (response.body as { code?: string }).code], response.text).toEqual([status, code]);
  expect(response.body).toMatchObject({
    error: CATEGORIES[status],
    message: expect.stringMatching(/\w+\.$/) as unknown,
    messageKey: expect.stringMatching(/^calls\.export\.messages\.[a-z_]+$/) as unknown,
  });
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response.headers['cache-control']).toBe('no-store');
}

const expectEmpty = ({ status, body }: Response): void =>
  expect([status, (body as { code?: string }).code]).toEqual([200, 'EXPORT_EMPTY']);

describe('an export that is refused', () => {
  const test = useSharedApp();
  const ask = (body: object, role: PortalRole = 'client_admin') => exportOnce(test, own, body, role);

  const own = perSuite(() => anExportingTenant(test));
  const foreign = perSuite(() => anExportingTenant(test));
  beforeAll(async () => {
    await postCalls(test, own.tenant, [anOldCall(own.project)]);
  });

  // calls-export 3.1, 3.2, 3.3
  it.each<[code: string, what: string, body: object]>([
    ['EXPORT_PROJECT_REQUIRED', 'no project', { ...V1, project_id: undefined }],
    ['EXPORT_PROJECT_REQUIRED', 'a project that is null', { ...V1, project_id: null }],
    ['EXPORT_PROJECT_REQUIRED', 'an empty project', { ...V1, project_id: '' }],
    ['EXPORT_PROJECT_REQUIRED', 'a blank project', { ...V1, project_id: ' \t ' }],
    ['EXPORT_UNSUPPORTED_FORMAT', 'another format', { ...V1, format: 'xlsx' }],
    ['EXPORT_UNSUPPORTED_FORMAT', 'a format in capitals', { ...V1, format: 'CSV' }],
    ['EXPORT_UNSUPPORTED_FORMAT', 'a format that is no text', { ...V1, format: 7 }],
    ['EXPORT_PROFILE_UNSUPPORTED', 'another profile', { ...V1, profile: 'portal_business_v4' }],
    ['EXPORT_PROFILE_UNSUPPORTED', 'a profile in capitals', { ...V1, profile: 'PORTAL_BUSINESS_V1' }],
    ['EXPORT_PROFILE_UNSUPPORTED', 'an empty profile', { ...V1, profile: '' }],
    ['EXPORT_PROFILE_UNSUPPORTED', 'the name of our own for no profile', { ...V1, profile: 'legacy' }],
    ['EXPORT_TIMEZONE_REQUIRED', 'v1 without a time zone', { ...V1, timezone: undefined }],
    ['EXPORT_TIMEZONE_REQUIRED', 'v3 without a time zone', { ...V3, timezone: null }],
    ['EXPORT_TIMEZONE_INVALID', 'an abbreviation for a time zone', { ...V1, timezone: 'AEST' }],
    ['EXPORT_TIMEZONE_INVALID', 'an offset for a time zone', { ...V1, timezone: '+10:00' }],
    ['EXPORT_TIMEZONE_INVALID', 'an empty time zone', { ...V1, timezone: '' }],
    ['EXPORT_TIMEZONE_WITHOUT_PROFILE', 'a time zone alone', { ...LEGACY, timezone: 'Australia/Sydney' }],
    ['EXPORT_COLUMNS_INVALID', 'no column', { ...V3, columns: [] }],
    ['EXPORT_COLUMNS_INVALID', 'a column twice', { ...V3, columns: ['caller', 'caller'] }],
    ['EXPORT_COLUMNS_INVALID', 'an unknown column', { ...V3, columns: ['caller', 'transcript_status'] }],
    ['EXPORT_COLUMNS_INVALID', 'a column that is no text', { ...V3, columns: ['caller', 1] }],
    ['EXPORT_COLUMNS_INVALID', 'columns as one text', { ...V3, columns: 'caller,summary' }],
    [OPTIONS, 'columns with v1', { ...V1, columns: ['caller'] }],
    [OPTIONS, 'columns without a profile', { ...LEGACY, columns: ['caller'] }],
    [OPTIONS, 'redaction with v2', { ...V2, redact_personal_information: true }],
    [OPTIONS, 'v3 without columns', { ...V3, columns: undefined }],
    [OPTIONS, 'v3 that does not say whether to redact', { ...V3, redact_personal_information: undefined }],
    [OPTIONS, 'v1 with numbers', { ...V1, include_caller_info: true }],
    [OPTIONS, 'v1 with transcripts', { ...V1, include_transcript_text: true }],
    [OPTIONS, 'v2 without transcripts', { ...V2, include_transcript_text: false }],
    [OPTIONS, 'v2 with audio', { ...V2, include_audio_links: true }],
    [OPTIONS, 'v3 with the transcript option', { ...V3, include_transcript_text: true }],
  ])('with 400 %s for %s', async (code, _, body) => {
    expectCode(await ask(body), 400, code);
  });

  // calls-export 3.1
  it('naming the zone that was meant, where only the case is wrong', async () => {
    const response = await ask({ ...V1, timezone: 'australia/sydney' });
    expect(response.body).toMatchObject({
      code: 'EXPORT_TIMEZONE_INVALID',
      field_errors: [
        {
          field: 'timezone',
          message: expect.stringContaining('spelled exactly Australia/Sydney') as unknown,
        },
      ],
    });
  });

  // calls-export 1.2, 1.3, 3.5
  it.each([
    ['include_caller_info', undefined],
    ['include_transcript_text', undefined],
    ['include_audio_links', undefined],
    ['include_caller_info', null],
    ['include_caller_info', 'false'],
    ['include_transcript_text', 0],
    ['include_audio_links', []],
    ['redact_personal_information', 'yes'],
    ['project_id', 5],
    ['status', ['completed']],
    ['client_id', 7],
    ['client_id', ['own']],
  ])('with 422 and no code for %s = %j, whoever asks and whatever else is wrong', async (name, value) => {
    const body = { ...V3, profile: 'nonsense', project_id: foreign.project, [name]: value };
    const key = await test.world.aKey(own.tenant, 'read-only');
    const answers = [
      await ask(body),
      await ask(body, 'client_staff'),
      await test.request().post('/v1/calls/export').set('X-API-Key', key).send(body),
    ];
    for (const { status, body: answer } of answers) {
      expect(status).toBe(422);
      expect(answer).toEqual({
        error: 'Validation error',
        status_code: 422,
        details: [
          { loc: ['body', name], msg: expect.any(String) as unknown, type: expect.any(String) as unknown },
        ],
      });
    }
  });

  // calls-export 3.1
  it('with 422 for a field that does not exist, before what the others must be', async () => {
    const answer = await ask({ ...V3, include_caller_info: 'no', project_id: '', colour: 'red' });
    expect(answer.status).toBe(422);
    expect((answer.body as { details: unknown }).details).toEqual([
      { loc: ['body', 'colour'], msg: 'is not a known field', type: 'extra_forbidden' },
    ]);
  });

  // calls-export 2.1
  it.each<Scope>(['read-only', 'full-access', 'runtime-ingest', 'support-ingest'])(
    'with 404 EXPORT_DENIED for a key of scope %s',
    async (scope) => {
      const key = await test.world.aKey(own.tenant, scope);
      const post = test.request().post('/v1/calls/export').set('X-API-Key', key);
      expectCode(await post.send({ ...V1, project_id: own.project }), 404, 'EXPORT_DENIED');
    },
  );

  // calls-export 2.1
  it.each<[PortalRole, object]>([
    ['partner_user', {}],
    ['service_admin', { client_id: 'own' }],
    ['service_operator', { client_id: 'own' }],
  ])('with 404 EXPORT_DENIED for %s, whatever is asked for', async (role, choice) => {
    const body = 'client_id' in choice ? { client_id: own.tenant.clientId } : {};
    expectCode(await ask({ ...V1, ...body }, role), 404, 'EXPORT_DENIED');
    expectCode(await ask({ ...V1, ...body, profile: 'x', project_id: '' }, role), 404, 'EXPORT_DENIED');
  });

  it.each(['client_admin', ...OTHER_ROLES] as const)(
    'answers a foreign project like an absent one to %s: 404 EXPORT_DENIED',
    async (role) => {
      for (const body of Object.values(role === 'client_admin' ? PROFILES : { LEGACY, V1 })) {
        const answers = await Promise.all(
          [foreign.project, 'no-such-project', 'nul\0'].map((project_id) =>
            ask({ ...body, project_id }, role),
          ),
        );
        for (const answer of answers) {
          expectCode(answer, 404, 'EXPORT_DENIED');
          expect(answer.body).toEqual(answers[0]!.body);
        }
      }
    },
  );

  // calls-export 2.3, 2.5
  it.each(OTHER_ROLES)('with 404 EXPORT_DENIED for v2 and sensitive v3 of %s', async (role) => {
    expectCode(await ask(V2, role), 404, 'EXPORT_DENIED');
    expectCode(await ask({ ...V2, include_transcript_text: false }, role), 404, 'EXPORT_DENIED');
    expectCode(await ask(V3, role), 404, 'EXPORT_DENIED');
    const unredacted = { ...V3, columns: ['caller'], redact_personal_information: false };
    expectCode(await ask(unredacted, role), 404, 'EXPORT_DENIED');
  });

  // calls-export 2.4; privacy 8.5
  it.each(OTHER_ROLES)('with 403 EXPORT_DENIED for each opt-in of %s, audited as denied', async (role) => {
    for (const body of [LEGACY, V1, { ...V3, columns: ['caller'] }]) {
      for (const option of ['include_caller_info', 'include_transcript_text', 'include_audio_links']) {
        // The project does not exist, which shows that nothing is looked up.
        expectCode(await ask({ ...body, [option]: true, project_id: 'absent' }, role), 403, 'EXPORT_DENIED');
      }
    }
    const denied = (await auditOf(test, own.tenant)).filter(
      ({ scope, metadata }) =>
        scope === role &&
        metadata['honoured_include_caller_info'] === undefined &&
        Object.entries(metadata).some(([name, value]) => name.startsWith('selected_') && value === true) &&
        metadata['profile'] !== 'portal_business_v2',
    );
    expect(denied).toHaveLength(9);
    expect(new Set(denied.map(({ outcome }) => outcome))).toEqual(new Set(['denied']));
  });

  // calls-export 3.1
  it('with 400 EXPORT_UNAVAILABLE for audio unless its retention is enabled, before the project is looked at', async () => {
    const body = { ...LEGACY, include_audio_links: true };
    expect((await ask(body)).status).toBe(200);
    for (const audioRetention of ['disabled', 'unconfirmed'] as const) {
      const other = await anExportingTenant(test);
      await test.world.governance(other.tenant, { audioRetention });
      expectCode(await exportOnce(test, other, body), 400, 'EXPORT_UNAVAILABLE');
      expectCode(await exportOnce(test, other, { ...body, project_id: 'absent' }), 400, 'EXPORT_UNAVAILABLE');
    }
    const unsettled = { tenant: await test.world.aTenant(), project: 'absent' };
    expectCode(await exportOnce(test, unsettled, body), 400, 'EXPORT_UNAVAILABLE');
  });

  // calls-export 3.1
  it('with 400 for filters and 422 for dates that nothing can match, as the list does', async () => {
    for (const filter of [{ status: 'done' }, { primary_outcome: 'good' }, { caller: 'me' }, { agent: '' }]) {
      expect((await ask({ ...V1, ...filter })).body).toMatchObject({ code: 'validation_failed' });
    }
    for (const range of [
      { start_date: '2025-02-30' },
      { start_date: '2025-11-01', end_date: '2025-10-01' },
      { start_date: '2023-01-01', end_date: '2025-10-01' },
    ]) {
      const answer = await ask({ ...V1, ...range });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ details: [{ loc: ['body', 'start_date'] }] });
    }
  });

  // access 7.5; calls-export 3.1
  it('in the order of the table: format, profile, zone, columns, roles, options', async () => {
    const wrong = {
      ...V3,
      project_id: '',
      format: 'pdf',
      profile: 'v9',
      timezone: 'Mars/Olympus',
      columns: [],
      include_caller_info: true,
    };
    const steps: [object, number, string][] = [
      [{}, 400, 'EXPORT_PROJECT_REQUIRED'],
      [{ project_id: 'absent' }, 400, 'EXPORT_UNSUPPORTED_FORMAT'],
      [{ format: 'csv' }, 400, 'EXPORT_PROFILE_UNSUPPORTED'],
      [{ profile: V3.profile }, 400, 'EXPORT_TIMEZONE_INVALID'],
      [{ timezone: 'UTC' }, 400, 'EXPORT_COLUMNS_INVALID'],
      [{ columns: ['caller', 'transcript'] }, 404, 'EXPORT_DENIED'],
      [{ columns: ['caller'] }, 403, 'EXPORT_DENIED'],
      [{ include_caller_info: false, columns: undefined }, 400, OPTIONS],
      [{ columns: ['caller'] }, 404, 'EXPORT_DENIED'],
      [{ project_id: own.project }, 200, 'EXPORT_EMPTY'],
    ];
    let body: object = wrong;
    for (const [mend, status, code] of steps) {
      body = { ...body, ...mend, start_date: '2025-01-01', end_date: '2025-01-02' };
      const response = await ask(body, 'client_manager');
      expect([response.status, (response.body as { code: string }).code]).toEqual([status, code]);
    }
  });

  // calls-export 3.4
  it('with 404 EXPORT_DENIED for an internal role that names no client, and 422 for one that is no text', async () => {
    const home = await anExportingTenant(test);
    const token = await aTokenOf(test, home.tenant, 'service_admin');
    expectCode(await exportCalls(test, token, { ...V1, project_id: home.project }), 404, 'EXPORT_DENIED');
    expect(await auditOf(test, home.tenant)).toMatchObject([{ outcome: 'denied', scope: 'service_admin' }]);
    const wrong = await exportCalls(test, token, { ...V1, project_id: home.project, client_id: 7 });
    expect(wrong.status).toBe(422);
  });

  // calls-export 1.6
  it('is empty, and no mistake, for a range that ends where it begins', async () => {
    for (const end of ['2025-10-10T01:00:00Z', '2025-10-10T03:00:00+02:00']) {
      const answer = await ask({ ...V1, start_date: '2025-10-10T01:00:00Z', end_date: end });
      expectEmpty(answer);
    }
    expect(
      (await ask({ ...V1, start_date: '2025-10-10T01:00:00.001Z', end_date: '2025-10-10T01:00:00Z' })).status,
    ).toBe(422);
  });

  it('without credentials is 401, for a foreign client 404, and a body that is no JSON 400', async () => {
    expect((await test.request().post('/v1/calls/export').send(V1)).status).toBe(401);
    const token = await aTokenOf(test, own.tenant, 'client_admin');
    const body = { ...V1, project_id: own.project, client_id: foreign.tenant.clientId };
    expect((await exportCalls(test, token, body)).status).toBe(404);
    const broken = await test
      .request()
      .post('/v1/calls/export')
      .set('Authorization', `Bearer ${token}`)
      .set('Content-Type', 'application/json')
      .send('{"project_id":');
    expect(broken.status).toBe(400);
  });

  // calls-export 1.4
  it('never refuses for a count that was displayed, whatever it is', async () => {
    for (const count of [0, 100_000, 100_001, -1, 1.5, 'many', null, {}]) {
      const other = await anExportingTenant(test);
      expect((await exportOnce(test, other, { ...V1, displayed_matched_count: count })).status).toBe(200);
    }
  });
});
