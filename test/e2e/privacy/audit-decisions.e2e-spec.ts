import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';

type Body = Record<string, unknown>;

const PATH = '/v1/security/audit-decisions';
const DECISION = {
  decision_id: 'pdp-1',
  action: 'call.transcript_read',
  resource_type: 'call',
  resource_id: 'call-2026-0042',
  decision: 'deny',
  reason_code: 'role_not_permitted',
  occurred_at_utc: '2026-11-20T03:00:00.000Z',
};
const many = (count: number): Body[] =>
  Array.from({ length: count }, (_, index) => ({ ...DECISION, decision_id: `pdp-${index}` }));

describe('decisions for audit', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let staffId: string;
  let staff: Record<string, string>;

  beforeEach(async () => {
    tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'service_operator' });
    staffId = user.userId;
    staff = bearer(user.token());
  });

  const post = (decisions: unknown, as: Record<string, string> = staff, clientId = tenant.clientId): Test =>
    test.request().post(PATH).query({ client_id: clientId }).set(as).send({ decisions });
  const recorded = (): Promise<Body[]> =>
    test.world.sql('SELECT * FROM audit_decisions WHERE client_id = $1 ORDER BY decision_id', [
      tenant.clientId,
    ]);
  const errorOf = ({ body }: Response): Body => (body as { error: Body }).error;

  // privacy 10.1, 10.3
  it('are recorded once, with who sent them', async () => {
    expect((await post([DECISION]).expect(200)).body).toEqual({ accepted: 1, unchanged: 0 });
    const again = { ...DECISION, occurred_at_utc: '2026-11-20T14:00:00+11:00' };
    expect((await post([again, { ...DECISION, decision_id: 'pdp-2' }]).expect(200)).body).toEqual({
      accepted: 1,
      unchanged: 1,
    });
    expect(await recorded()).toMatchObject([
      {
        decision_id: 'pdp-1',
        action: 'call.transcript_read',
        resource_type: 'call',
        resource_id: 'call-2026-0042',
        decision: 'deny',
        reason_code: 'role_not_permitted',
        occurred_at: new Date('2026-11-20T03:00:00.000Z'),
        recorded_by_kind: 'bearer',
        recorded_by: staffId,
      },
      { decision_id: 'pdp-2' },
    ]);
  });

  // privacy 10.3
  it('are recorded once of many that are sent at once', async () => {
    const batch = many(50);
    const answers = await Promise.all(
      [batch, batch.toReversed(), batch, batch.toReversed()].map((it) => post(it)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const counts = answers.map(({ body }) => body as { accepted: number; unchanged: number });
    expect(counts.map(({ accepted, unchanged }) => accepted + unchanged)).toEqual([50, 50, 50, 50]);
    expect(counts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
  });

  // privacy 10.3
  it('are refused under an id that is already recorded with different content, all of the request', async () => {
    await post([DECISION]).expect(200);
    const refused = await post([
      { ...DECISION, decision_id: 'pdp-2' },
      { ...DECISION, decision: 'allow' },
    ]).expect(409);
    expect(errorOf(refused)).toMatchObject({
      code: 'audit_decision_contradicts',
      message_key: 'errors.audit_decision_contradicts',
      details: { field_errors: [{ field: 'decisions.1.decision_id' }] },
    });
    expect(await recorded()).toMatchObject([{ decision_id: 'pdp-1', decision: 'deny' }]);
  });

  // privacy 10.1, 10.2; errors 1.14
  it.each<[string, unknown, string]>([
    ['no list', undefined, 'decisions'],
    ['a word', 'all', 'decisions'],
    ['an empty list', [], 'decisions'],
    ['101', many(101), 'decisions'],
    ['null among them', [null], 'decisions.0'],
    ['an unknown field', [{ ...DECISION, note: 'x' }], 'decisions.0.note'],
    ['no id', [{ ...DECISION, decision_id: undefined }], 'decisions.0.decision_id'],
    ['an id of blanks', [{ ...DECISION, decision_id: 'a b' }], 'decisions.0.decision_id'],
    [
      'the digits of a number for a resource',
      [{ ...DECISION, resource_id: '0491-570-006' }],
      'decisions.0.resource_id',
    ],
    [
      'a telephone number for a resource',
      [{ ...DECISION, resource_id: '+61491570006' }],
      'decisions.0.resource_id',
    ],
    [
      'an address for a resource',
      [{ ...DECISION, resource_id: 'jo@example.com' }],
      'decisions.0.resource_id',
    ],
    ['a sentence for a reason', [{ ...DECISION, reason_code: 'Jo asked for it' }], 'decisions.0.reason_code'],
    ['another decision', [{ ...DECISION, decision: 'maybe' }], 'decisions.0.decision'],
    [
      'an instant without a zone',
      [{ ...DECISION, occurred_at_utc: '2026-11-20T03:00:00' }],
      'decisions.0.occurred_at_utc',
    ],
    [
      'an instant of the future',
      [{ ...DECISION, occurred_at_utc: '2099-01-01T00:00:00Z' }],
      'decisions.0.occurred_at_utc',
    ],
    ['two contents under one id', [DECISION, { ...DECISION, decision: 'allow' }], 'decisions.1.decision_id'],
  ])('are 400 in the security envelope with %s, and nothing is recorded', async (_name, decisions, field) => {
    const refused = await post(decisions);
    expect([refused.status, Object.keys(errorOf(refused))]).toEqual([
      400,
      ['code', 'message', 'message_key', 'request_id', 'details'],
    ]);
    expect(errorOf(refused)).toMatchObject({
      code: 'validation_failed',
      details: { field_errors: [{ field }] },
    });
    expect(refused.text).not.toMatch(/61491570006|0491-570|example\.com|Jo asked/);
    expect(await recorded()).toEqual([]);
  });

  // privacy 10.1
  it('are taken 100 at once', async () => {
    expect((await post(many(100)).expect(200)).body).toEqual({ accepted: 100, unchanged: 0 });
  });

  // privacy 10.1
  it('are of the tenant that is named, and of none that is foreign', async () => {
    const other = await test.world.aTenant();
    expect((await post([DECISION], staff, other.clientId)).status).toBe(404);
    const key = { 'X-API-Key': await test.world.aKey(other, 'service_admin') };
    expect((await post([{ ...DECISION, decision: 'allow' }], key, other.clientId).expect(200)).body).toEqual({
      accepted: 1,
      unchanged: 0,
    });
    expect((await post([DECISION]).expect(200)).body).toEqual({ accepted: 1, unchanged: 0 });
  });

  // privacy 10.4
  it.each([
    ['read', 'SELECT reason_code FROM audit_decisions'],
    ['changed', `UPDATE audit_decisions SET decision = 'allow'`],
    ['deleted', 'DELETE FROM audit_decisions'],
  ])('cannot be %s by the service', async (_name, statement) => {
    await post([DECISION]).expect(200);
    const code = await withClient(test.databases.metadataUrl, async (client) => {
      await client.query('SET ROLE telephony_requests');
      return client.query(statement).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
    });
    expect(code).toBe('42501');
  });
});
