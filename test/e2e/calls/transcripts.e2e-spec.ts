import { Client } from 'pg';
import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { whileLocked } from '../../support/databases.js';
import { pdfPages } from '../../support/pdf-pages.js';
import { postCalls } from '../../support/post-calls.js';
import { onStore } from '../../support/sealed-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { requestStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { bearer } from '../access/callers.js';
import { CANARIES, tracesIn } from '../privacy/canaries.js';
import { PERSONAL } from './personal-call.js';

type Headers = Readonly<Record<string, string>>;

interface AuditRow {
  readonly outcome: string;
  readonly actor_id: string;
  readonly scope: string;
  readonly metadata: Record<string, unknown>;
}

const ROUTES = { txt: 'transcript-download', pdf: 'transcript/pdf' } as const;
type Format = keyof typeof ROUTES;
const FORMATS = ['txt', 'pdf'] as const;

const SPOKEN = 'caller: my tortoise Bartholomew ate the invoice, says Zoe Quixwood';
const REDACTED = 'caller: my pet ate the invoice';

const NOT_FOUND = {
  error: 'not_found',
  code: 'not_found',
  message: 'Not found.',
  messageKey: 'errors.not_found',
};

describe.each(FORMATS)('the transcript of a call as %s', (format: Format) => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let tenant: TestTenant;
  let project: string;
  let key: Headers;
  let permitted: Headers;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    await test.world.sql(`UPDATE projects SET display_name = 'Front desk' WHERE project_id = $1`, [project]);
    key = { 'X-API-Key': await test.world.aKey(tenant, 'read-only') };
    permitted = { 'X-API-Key': await test.world.aKey(tenant, 'full-access') };
    await test.world.permitPii(tenant, 'full-access', 'transcript');
  });
  // Every test starts with empty rate limit windows.
  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  const get = (callId: string, headers: Headers = key, query: object = {}) =>
    test
      .request()
      .get(`/v1/calls/${encodeURIComponent(callId)}/${ROUTES[format]}`)
      .set(headers)
      .query(query);

  async function posted(fields: Record<string, unknown> = {}): Promise<string> {
    const call = aCall(project, { ...PERSONAL, ...fields });
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  }

  /** The text that a reader of the file gets. */
  async function read(response: Response): Promise<string> {
    expect(response.status, response.text).toBe(200);
    if (format === 'txt') return response.text.replace(/^\[(\d\d:\d\d)\] /gm, '');
    const pages = await pdfPages(response.body as Buffer);
    return pages.map(({ text }) => text.replace(/^(\d\d:\d\d) (caller|agent) /gm, '$2: ')).join('\n');
  }

  const auditOf = (callId: string | null): Promise<AuditRow[]> =>
    test.world.sql<AuditRow>(
      `SELECT outcome, actor_id, scope, metadata FROM audit_events
        WHERE action = 'transcript_downloaded' AND metadata->>'call_id' IS NOT DISTINCT FROM $1 AND client_id = $2
        ORDER BY event_id`,
      [callId, tenant.clientId],
    );

  // calls-transcripts 1.1, 1.5
  it('says which call it is of, when it started and in which project', async () => {
    const text = await read(await get(await posted({ call_id: `room-${format}` })));
    expect(text).toContain(`room-${format}`);
    expect(text).toContain('2026-10-10 01:00:00 UTC');
    expect(text).toContain('Front desk');
  });

  // calls-transcripts 1.4, 2.1
  it('goes out as a file of its name and type, which nobody keeps or takes for a page', async () => {
    const response = await get(await posted({ call_id: `room:${format}.1` }));
    expect(response.headers).toMatchObject({
      'content-type': format === 'txt' ? 'text/plain; charset=utf-8' : 'application/pdf',
      'content-disposition': `attachment; filename="transcript-room_${format}.1.${format}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const bytes = format === 'txt' ? Buffer.from(response.text) : (response.body as Buffer);
    expect(response.headers['content-length']).toBe(String(bytes.length));
  });

  // calls-transcripts 1.2; privacy 3.5
  it('is the verified redaction for whom the transcript is not permitted to', async () => {
    const response = await get(await posted());
    const text = await read(response);
    expect(text).toContain(REDACTED);
    expect(text).toMatch(/Text:? redacted/);
    expect(tracesIn(text)).toEqual([]);
    expect(tracesIn(JSON.stringify(response.headers))).toEqual([]);
  });

  // calls-transcripts 1.2; privacy 3.5
  it('is as it was spoken for whom it is permitted to', async () => {
    const text = await read(await get(await posted(), permitted));
    expect(text).toContain(SPOKEN);
    expect(text).toMatch(/Text:? as spoken/);
    expect(text).not.toContain(REDACTED);
  });

  it('is permitted by the kind transcript and by no other', async () => {
    const manager = await test.world.aUser(tenant, { role: 'client_manager' });
    await test.world.permitPii(tenant, 'client_manager', 'raw_caller', 'summary');
    expect(await read(await get(await posted(), bearer(manager.token())))).toContain(REDACTED);
  });

  // calls-transcripts 1.2
  it('is the redaction for whom it is permitted to, where nothing else is stored', async () => {
    const text = await read(await get(await posted({ transcript: null }), permitted));
    expect(text).toContain(REDACTED);
    expect(text).toMatch(/Text:? redacted/);
  });

  // Fails if a permission is remembered. privacy 1.6
  it('is the redaction from the moment on at which a permission is taken back', async () => {
    const callId = await posted();
    const staff = await test.world.aUser(tenant, { role: 'client_staff' });
    await test.world.permitPii(tenant, 'client_staff', 'transcript');
    expect(await read(await get(callId, bearer(staff.token())))).toContain(SPOKEN);
    await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1 AND role = 'client_staff'`, [
      tenant.clientId,
    ]);
    expect(await read(await get(callId, bearer(staff.token())))).toContain(REDACTED);
  });

  // privacy 1.1, 1.9
  it('is the redaction when the permission cannot be looked up', async () => {
    const callId = await posted();
    await whileLocked(
      test.databases.superuser.metadataUrl,
      'pii_policies IN ACCESS EXCLUSIVE MODE',
      async () => {
        expect(await read(await get(callId, permitted))).toContain(REDACTED);
      },
    );
  });

  // calls-transcripts 1.3
  it.each([
    ['no transcript at all', { transcript: null, redacted_transcript: null }],
    [
      'a redaction that is pending',
      { redacted_transcript: { ...PERSONAL.redacted_transcript, status: 'pending' } },
    ],
    [
      'a redaction that failed',
      { redacted_transcript: { ...PERSONAL.redacted_transcript, status: 'failed' } },
    ],
    ['no redaction', { redacted_transcript: null }],
    ['a verified redaction without lines', { redacted_transcript: { status: 'verified', lines: [] } }],
  ])('is a 404 like that of an absent call where there is %s', async (_, fields) => {
    const response = await get(await posted(fields));
    expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    expect(essence(response)).toEqual(essence(await get('call-nowhere')));
    expect(response.headers['ratelimit']).toBeUndefined();
  });

  // calls-transcripts 1.3
  it('is a 404 for what is foreign, of an unassigned project or no call at all', async () => {
    const aCallOf = async (of: TestTenant): Promise<string> => {
      const call = aCall(await test.world.aProject(of), PERSONAL);
      await postCalls(test, of, [call]);
      return call['call_id'] as string;
    };
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    await test.world.assignProject(user, tenant, project);
    const partner = bearer(user.token());
    expect(await read(await get(await posted(), partner))).toContain(REDACTED);
    const absent = essence(await get('call-nowhere', partner));
    const others = [
      await aCallOf(await test.world.aTenant()),
      await aCallOf(await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' })),
      await aCallOf(tenant),
      ...['c'.repeat(129), 'a/b', 'nul\0nul', 'with a blank', '../x', CANARIES.phone, CANARIES.name],
    ];
    for (const id of others) expect(essence(await get(id, partner)), id).toEqual(absent);
  });

  it('takes the same work for a foreign call and an absent one', async () => {
    const stranger = await test.world.aTenant();
    const call = aCall(await test.world.aProject(stranger), PERSONAL);
    await postCalls(test, stranger, [call]);
    const statements = vi.spyOn(Client.prototype, 'query');
    const textsOf = async (id: string): Promise<string[]> => {
      statements.mockClear();
      await get(id, permitted).expect(404);
      return requestStatements(statements.mock.calls);
    };
    try {
      await textsOf('call-nowhere');
      const absent = await textsOf('call-nowhere');
      expect(absent.filter((text) => text.includes('call_index'))).toHaveLength(1);
      expect(await textsOf(call['call_id'] as string)).toEqual(absent);
    } finally {
      statements.mockRestore();
    }
  });

  // calls-transcripts 1.1
  it('is refused with 422 to who asks for more than there is to choose', async () => {
    expect((await get(await posted(), key, { form: 'raw' })).status).toBe(422);
  });

  // calls-transcripts 5.1
  it('leaves an audit row that says who got which call, in what format and form', async () => {
    const callId = await posted();
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    await get(callId, bearer(user.token())).expect(200);
    await get(callId, permitted).expect(200);
    expect(await auditOf(callId)).toEqual([
      {
        outcome: 'success',
        actor_id: user.userId,
        scope: 'client_admin',
        metadata: { call_id: callId, format, form: 'redacted' },
      },
      expect.objectContaining({ scope: 'full-access', metadata: { call_id: callId, format, form: 'raw' } }),
    ]);
  });

  // calls-transcripts 5.1; privacy 8.6
  it('leaves one of each request that gets nothing, without what does not belong in it', async () => {
    const hidden = await posted({ redacted_transcript: null });
    for (const id of [hidden, `nowhere-${format}`]) {
      await get(id).expect(404);
      const rows = await auditOf(id);
      expect(rows).toMatchObject([{ outcome: 'denied', metadata: { call_id: id, format, form: null } }]);
    }
    const before = (await auditOf(null)).length;
    for (const id of [CANARIES.phone, CANARIES.email, CANARIES.name]) await get(id).expect(404);
    expect((await auditOf(null)).slice(before)).toHaveLength(3);
  });

  // calls-transcripts 5.2
  it('does not go out when it cannot be audited', async () => {
    const callId = await posted();
    await test.world.sql('REVOKE INSERT ON audit_events FROM telephony_requests');
    try {
      const response = await get(callId);
      expect([response.status, tracesIn(JSON.stringify(response.body))]).toEqual([500, []]);
    } finally {
      await test.world.sql('GRANT INSERT ON audit_events TO telephony_requests');
    }
    await get(callId).expect(200);
  });

  it('of a call whose contents are lost is not there', async () => {
    const callId = await posted();
    await onStore(test, 'DELETE FROM call_contents WHERE call_id = $1', [callId]);
    await get(callId, permitted).expect(404);
  });

  // privacy 9.1
  it('is in no log line', () => {
    expect(tracesIn(test.logs())).toEqual([]);
  });
});
