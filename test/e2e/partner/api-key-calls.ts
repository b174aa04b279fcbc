import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import type { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';

export const PATH = '/v1/partner/api-keys';

/** A key as returned by the routes. */
export interface KeyBody {
  readonly key_id: string;
  readonly status: string;
  readonly secret: string;
  readonly expires_at_utc: string | null;
  readonly replaced_by_key_id: string | null;
  readonly [field: string]: unknown;
}

export const TERMS = { description: 'CRM sync', scope: 'partner_user' };

/** A partner administrator's requests about the keys of one client. */
export class ApiKeyFixture {
  private readonly credentials: Record<string, string>;

  constructor(
    private readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly user: TestUser,
    readonly organisationId: string | null = null,
  ) {
    this.credentials = bearer(user.token(tenant.dataEnv));
  }

  list(): Test {
    return this.test.request().get(PATH).set(this.credentials).query({ client_id: this.tenant.clientId });
  }

  create(body: object = TERMS, key: string = randomUUID()): Test {
    return this.post('', body, key);
  }

  rotate(keyId: string, body: object | undefined = {}, key: string = randomUUID()): Test {
    return this.post(`/${keyId}/rotate`, body, key);
  }

  revoke(keyId: string, key: string = randomUUID()): Test {
    return this.post(`/${keyId}/revoke`, undefined, key);
  }

  revokeAllOf(createdBy: unknown, key: string = randomUUID()): Test {
    return this.post('/revoke-by-creator', { created_by: createdBy }, key);
  }

  /**
   * Creates a key.
   * @throws if that fails
   */
  async made(body: object = TERMS): Promise<KeyBody> {
    return (await this.create(body).expect(200)).body as KeyBody;
  }

  /** The current list. */
  async items(): Promise<KeyBody[]> {
    return ((await this.list().expect(200)).body as { items: KeyBody[] }).items;
  }

  async item(keyId: string): Promise<KeyBody> {
    return (await this.items()).find(({ key_id }) => key_id === keyId)!;
  }

  post(path: string, body: object | undefined, key: string | undefined): Test {
    const request = this.test
      .request()
      .post(`${PATH}${path}`)
      .set(this.credentials)
      .query({ client_id: this.tenant.clientId });
    if (key !== undefined) request.set('Idempotency-Key', key);
    return body === undefined ? request : request.send(body);
  }
}

/** A new tenant with its own partner administrator. */
export async function anApiKeyFixture(test: TestApp): Promise<ApiKeyFixture> {
  const tenant = await test.world.aTenant();
  const organisationId = await test.world.anOrganisation(tenant.clientId);
  const user = await test.world.aUser(tenant, { role: 'partner_admin', organisationId });
  return new ApiKeyFixture(test, tenant, user, organisationId);
}

/** A second process on the store of the first. */
export async function twoOf(first: TestApp, clock?: TestClock): Promise<TestApp> {
  return startTestApp({
    databases: first.databases,
    settings: () => first.settings,
    ...(clock ? { clock } : {}),
  });
}

/** The response about the owner of this key. */
export const me = (test: TestApp, key: string): Test =>
  test.request().get('/v1/partner/me').set('X-API-Key', key);

/** The audit rows about a tenant's keys, oldest first. */
export const auditOf = (test: TestApp, tenant: TestTenant) =>
  test.world.sql<{ action: string; actor_id: string; metadata: Record<string, unknown> }>(
    `SELECT action, actor_id, metadata FROM audit_events
      WHERE client_id = $1 AND data_env = $2 AND action LIKE 'api_key.%' ORDER BY occurred_at, event_id`,
    [tenant.clientId, tenant.dataEnv],
  );
