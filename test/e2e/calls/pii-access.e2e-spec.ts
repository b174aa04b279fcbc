import { Client } from 'pg';
import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { requestStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { bearer, everyCaller } from '../access/callers.js';
import { CANARIES, tracesIn } from '../privacy/canaries.js';

interface AuditRow {
  readonly client_id: string;
  readonly data_env: string;
  readonly outcome: string;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly scope: string;
  readonly request_id: string | null;
  readonly metadata: Record<string, string | null>;
}

const BODY = { access_type: 'view_transcript', accessed_by: 'user-4711' };
const RECORDED = { status: 'success', message: 'The access was recorded.' };

describe('POST /v1/calls/{call_id}/audit-pii-access', () => {
  // The clock does not move, so that a row shows when it was written; it is moved when cached keys
  // must expire.
  const clock = new TestClock();
  const test = useTestApp({ clock });
  let tenant: TestTenant;
  let projectId: string;
  let callId: string;
  let admin: TestUser;

  async function ingest(to: TestTenant, project: string, fields: object = {}): Promise<string> {
    const key = await test.world.aKey(to, 'runtime-ingest');
    const call = aCall(project, { ...fields });
    const response = await test.request().post('/internal/v1/calls').set('X-API-Key', key).send([call]);
    expect(response.body).toMatchObject({ accepted: 1 });
    return call['call_id'] as string;
  }

  const post = (
    id: string,
    headers: Readonly<Record<string, string>>,
    body: object | string = BODY,
    query: object = {},
  ) =>
    test
      .request()
      .post(`/v1/calls/${encodeURIComponent(id)}/audit-pii-access`)
      .set(headers)
      .set('Content-Type', 'application/json')
      .query(query)
      .send(body);

  /** The rows added since the last request for them. */
  async function newRows(): Promise<AuditRow[]> {
    const rows = await test.world.sql<AuditRow & { event_id: string }>(
      `SELECT * FROM audit_events WHERE action = 'pii_access_recorded' ORDER BY event_id`,
    );
    const fresh = rows.slice(seen);
    seen = rows.length;
    return fresh;
  }
  let seen = 0;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projectId = await test.world.aProject(tenant);
    callId = await ingest(tenant, projectId);
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
  });
  beforeEach(newRows);

  // privacy 7.1, 7.2, 8.1
  it('records who saw what of which call, and by whom it was reported', async () => {
    const body = { access_type: 'view_phone', accessed_by: 'user-4711', access_context: 'portal' };
    const response = await post(callId, { ...bearer(admin.token()), 'X-Request-ID': 'request-1' }, body);
    expect([response.status, response.body]).toEqual([200, RECORDED]);
    expect(await newRows()).toEqual([
      expect.objectContaining({
        client_id: tenant.clientId,
        data_env: 'prod',
        outcome: 'success',
        actor_kind: 'bearer',
        actor_id: admin.userId,
        scope: 'client_admin',
        request_id: 'request-1',
        occurred_at: clock.now(),
        metadata: {
          call_id: callId,
          access_type: 'view_phone',
          accessed_by: 'user-4711',
          access_context: 'portal',
        },
      }),
    ]);
  });

  // privacy 7.1
  it('takes "api" for the context where none is given', async () => {
    await post(callId, bearer(admin.token())).expect(200);
    expect((await newRows()).map(({ metadata }) => metadata['access_context'])).toEqual(['api']);
  });

  // privacy 7.6
  it('is open to everyone who reads call analytics, by session and by key, and to no one else', async () => {
    const READERS = [
      'partner_admin',
      'partner_user',
      'client_admin',
      'client_manager',
      'client_staff',
    ].concat(['service_admin', 'service_operator', 'read-only', 'full-access']);
    for (const caller of await everyCaller(test.world, tenant, projectId)) {
      const response = await post(callId, caller.headers, BODY, { client_id: tenant.clientId });
      const rows = await newRows();
      const may = caller.scope !== null && READERS.includes(caller.scope);
      expect(response.status, caller.name).toBe(may ? 200 : caller.kind === 'nobody' ? 401 : 404);
      expect(rows.map((row) => [row.outcome, row.actor_kind, row.scope])).toEqual(
        may ? [['success', caller.kind, caller.scope]] : [],
      );
    }
  });

  it('lets internal roles name the client, and nobody a client that is not theirs', async () => {
    const operator = bearer((await test.world.aUser(tenant, { role: 'service_operator' })).token());
    await post(callId, operator).expect(404);
    await post(callId, operator, BODY, { client_id: tenant.clientId }).expect(200);
    const neighbour = await test.world.aTenant();
    await post(callId, operator, BODY, { client_id: neighbour.clientId }).expect(404);
    expect((await newRows()).map(({ client_id }) => client_id)).toEqual([tenant.clientId]);
  });

  describe('of a call out of scope', () => {
    let foreign: string;
    let ofStaging: string;
    let unassigned: string;
    let partner: Record<string, string>;

    beforeAll(async () => {
      const neighbour = await test.world.aTenant();
      foreign = await ingest(neighbour, await test.world.aProject(neighbour));
      const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
      ofStaging = await ingest(staging, await test.world.aProject(staging));
      unassigned = await ingest(tenant, await test.world.aProject(tenant));
      const user = await test.world.aUser(tenant, { role: 'partner_user' });
      await test.world.assignProject(user, tenant, projectId);
      partner = bearer(user.token());
    });

    it('sees the assigned project and not the other, though both are of the client', async () => {
      await post(callId, partner).expect(200);
      await post(unassigned, partner).expect(404);
      await post(unassigned, bearer(admin.token())).expect(200);
    });

    // Fails if one of them is looked up differently, gets a different response or is not recorded.
    // privacy 7.5, 8.6
    it('answers foreign, unassigned and malformed ones like an absent one, and records each as denied', async () => {
      const absent = essence(await post('call-nowhere', partner));
      expect(absent).toMatchObject({ status: 404 });
      expect((await newRows()).map((row) => [row.outcome, row.metadata])).toEqual([
        ['denied', { call_id: 'call-nowhere', ...BODY, access_context: 'api' }],
      ]);
      const others: [id: string, recorded: string | null][] = [
        [foreign, foreign],
        [ofStaging, ofStaging],
        [unassigned, unassigned],
        [callId.toUpperCase(), callId.toUpperCase()],
        ['c'.repeat(129), null],
        ['with a blank', null],
        ['nul\0nul', null],
        ['a/b', null],
        ["' OR true --", null],
        ['ōtani', null],
        [CANARIES.phone, null],
        [CANARIES.phone.slice(1), null],
        [CANARIES.email, null],
        [CANARIES.name, null],
      ];
      for (const [id, recorded] of others) {
        expect(essence(await post(id, partner)), id).toEqual(absent);
        const rows = await newRows();
        expect(rows.map((row) => [row.outcome, row.metadata['call_id']])).toEqual([['denied', recorded]]);
      }
    });

    it('does the same work for foreign, unassigned and absent ones', async () => {
      const statements = vi.spyOn(Client.prototype, 'query');
      const textsOf = async (id: string, headers: Record<string, string>): Promise<string[]> => {
        statements.mockClear();
        await post(id, headers).expect(404);
        return requestStatements(statements.mock.calls);
      };
      try {
        for (const headers of [partner, { 'X-API-Key': await test.world.aKey(tenant, 'read-only') }]) {
          // The first request of a caller fills caches.
          await textsOf('call-nowhere', headers);
          const absent = await textsOf('call-nowhere', headers);
          expect(absent.filter((text) => text.includes('call_index'))).toHaveLength(1);
          expect(await textsOf(foreign, headers)).toEqual(absent);
          expect(await textsOf(ofStaging, headers)).toEqual(absent);
          if (headers === partner) expect(await textsOf(unassigned, headers)).toEqual(absent);
        }
      } finally {
        statements.mockRestore();
      }
    });
  });

  describe('with a user who looks like personal data', () => {
    const accessedBy = async (): Promise<(string | null | undefined)[]> =>
      (await newRows()).map(({ metadata }) => metadata['accessed_by']);

    // privacy 7.4
    it.each([
      CANARIES.email,
      CANARIES.phone,
      CANARIES.phone.slice(1),
      '0491_570_156',
      '0491\u200B570\u200B156',
      CANARIES.name,
      'ōtani',
    ])('keeps %j as a keyed hash only', async (user) => {
      await post(callId, bearer(admin.token()), { ...BODY, accessed_by: user }).expect(200);
      expect(await accessedBy()).toEqual([expect.stringMatching(/^hmac:[0-9a-f]{64}$/)]);
    });

    // privacy 7.4
    it('distinguishes one from another, and not across tenants', async () => {
      const neighbour = await test.world.aTenant();
      const theirs = await ingest(neighbour, await test.world.aProject(neighbour));
      const theirKey = await test.world.aKey(neighbour, 'client_admin');
      const body = { ...BODY, accessed_by: CANARIES.email };
      await post(callId, bearer(admin.token()), body).expect(200);
      await post(callId, bearer(admin.token()), body).expect(200);
      await post(callId, bearer(admin.token()), { ...BODY, accessed_by: 'other@example.com' }).expect(200);
      await post(theirs, { 'X-API-Key': theirKey }, body).expect(200);
      const [first, second, other, foreign] = await accessedBy();
      expect(first).toBe(second);
      expect(new Set([first, other, foreign]).size).toBe(3);
    });

    // privacy 7.7
    it('records nothing and says 503 while there is no key to hash with', async () => {
      const lost = await test.world.aTenant();
      const theirs = await ingest(lost, await test.world.aProject(lost));
      const headers = { 'X-API-Key': await test.world.aKey(lost, 'client_admin') };
      await test.world.sql(`UPDATE tenant_data_keys SET wrapped_key = '\\x00' WHERE client_id = $1`, [
        lost.clientId,
      ]);
      // Longer than an unwrapped key is cached.
      clock.advance(6 * 60_000);
      for (const id of [theirs, 'call-nowhere']) {
        const response = await post(id, headers, { ...BODY, accessed_by: CANARIES.email });
        expect(response.status).toBe(503);
      }
      expect(await newRows()).toEqual([]);
      await post(theirs, headers).expect(200);
      expect(await accessedBy()).toEqual(['user-4711']);
    });
  });

  it('is no success while the audit trail cannot be written', async () => {
    await test.world.sql('ALTER TABLE audit_events RENAME TO audit_events_lost');
    let answers: Response[];
    try {
      answers = [
        await post(callId, bearer(admin.token())),
        await post('call-nowhere', bearer(admin.token())),
      ];
    } finally {
      await test.world.sql('ALTER TABLE audit_events_lost RENAME TO audit_events');
    }
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(answers.map(({ text }) => text).join()).not.toMatch(/success|audit_events/);
    expect(await newRows()).toEqual([]);
    await post(callId, bearer(admin.token())).expect(200);
  });

  // privacy 8.3, 9.1
  it('leaves no trace of personal data in the audit trail, whatever was sent here', async () => {
    const rows = await test.world.sql('SELECT * FROM audit_events');
    expect(rows.length).toBeGreaterThan(30);
    expect(tracesIn(JSON.stringify(rows))).toEqual([]);
    expect(tracesIn(test.logs())).toEqual([]);
  });
});
