import type { Test } from 'supertest';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { bearer } from '../access/callers.js';

export const PATH = '/v1/compliance/caller-requests';

/** A request as the routes return it. */
export interface Item {
  readonly id: string;
  readonly tracking_id: string;
  readonly revision_number: number;
  readonly status: string;
  readonly due_state: string;
  readonly received_at_utc: string;
  readonly [field: string]: unknown;
}

/** A valid body to create a request. */
export const ASKED = {
  request_type: 'access',
  identifier_kind: 'phone',
  caller_identifier: '+61 491 570 156',
  contact_kind: 'phone',
  received_at_utc: '2026-10-01T02:00:00Z',
  source: 'internal',
};

export const MANUAL = {
  request_type: 'deletion',
  identifier_kind: 'manual',
  contact_display_source: 'Jane Citizen',
  contact_kind: 'letter',
  received_at_utc: '2026-10-01T02:00:00Z',
  source: 'support',
};

/** Creates and processes caller requests of one client, as internal staff. */
export class CallerRequestFixture {
  constructor(
    private readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly staff: Readonly<Record<string, string>>,
    readonly admin: Readonly<Record<string, string>>,
    /** The user id of that staff member. */
    readonly staffId: string,
  ) {}

  list(query: object = {}, headers = this.staff): Test {
    return this.get('', query, headers);
  }

  get(path: string, query: object = {}, headers = this.staff): Test {
    return this.test
      .request()
      .get(`${PATH}${path}`)
      .set(headers)
      .query({ client_id: this.tenant.clientId, ...query });
  }

  create(body: object = ASKED, headers = this.staff, test = this.test): Test {
    return test.request().post(PATH).set(headers).query({ client_id: this.tenant.clientId }).send(body);
  }

  move(id: string, body: object, headers = this.staff, test = this.test): Test {
    return test
      .request()
      .post(`${PATH}/${id}/status-transitions`)
      .set(headers)
      .query({ client_id: this.tenant.clientId })
      .send(body);
  }

  /**
   * Creates a request.
   * @throws if that fails
   */
  async made(fields: object = {}): Promise<Item> {
    return (await this.create({ ...ASKED, ...fields }).expect(201)).body as Item;
  }

  /**
   * Changes the status of a request.
   * @throws if that fails
   */
  async moved(item: Item, status: string, fields: object = {}): Promise<Item> {
    const body = { expected_revision: item.revision_number, status, status_note: 'Moved on.', ...fields };
    return (await this.move(item.id, body).expect(200)).body as Item;
  }

  /** Counts the stored rows of the tenant's requests. */
  async stored(): Promise<Readonly<Record<'requests' | 'changes' | 'audits', number>>> {
    const [counts] = await this.test.world.sql<{ requests: number; changes: number; audits: number }>(
      `SELECT (SELECT count(*)::integer FROM caller_requests WHERE client_id = $1 AND data_env = $2) AS requests,
              (SELECT count(*)::integer FROM caller_request_history WHERE client_id = $1 AND data_env = $2) AS changes,
              (SELECT count(*)::integer FROM audit_events
                WHERE client_id = $1 AND data_env = $2 AND action LIKE 'caller_request.%') AS audits`,
      [this.tenant.clientId, this.tenant.dataEnv],
    );
    return counts!;
  }

  /** Audit rows about the tenant's requests, oldest first. */
  audits(): Promise<{ action: string; actor_id: string; metadata: Record<string, unknown> }[]> {
    return this.test.world.sql(
      `SELECT action, actor_id, metadata FROM audit_events
        WHERE client_id = $1 AND data_env = $2 AND action LIKE 'caller_request.%' ORDER BY event_id`,
      [this.tenant.clientId, this.tenant.dataEnv],
    );
  }
}

/** A client with internal staff and an administrator. */
export async function aCallerRequestFixture(
  test: TestApp,
  tenant?: TestTenant,
): Promise<CallerRequestFixture> {
  const own = tenant ?? (await test.world.aTenant());
  const staff = await test.world.aUser(own, { role: 'service_operator' });
  const admin = await test.world.aUser(own, { role: 'client_admin' });
  return new CallerRequestFixture(test, own, bearer(staff.token()), bearer(admin.token()), staff.userId);
}
