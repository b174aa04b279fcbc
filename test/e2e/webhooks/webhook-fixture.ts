import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';

export const PATH = '/v1/partner/webhooks';

/** A webhook as returned by the routes. */
export interface Webhook {
  readonly webhook_id: string;
  readonly project_id: string;
  readonly endpoint_url: string;
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly consecutive_failures: number;
  readonly previous_secret_expires_at_utc: string | null;
  readonly revision_hash: string;
  readonly secret: string;
  readonly [field: string]: unknown;
}

/** The body of a valid webhook, with a public address that no test connects to. */
export const ASKED = {
  endpoint_url: 'https://8.8.8.8/calls',
  event_types: ['call_ended', 'call_started'],
};

/** A partner administrator's requests about the webhooks of one project. */
export class WebhookFixture {
  constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly projectId: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  list(headers = this.headers): Test {
    return this.test.request().get(PATH).set(headers).query({ project_id: this.projectId });
  }

  /** The revision to send with the next create. */
  async revision(): Promise<string> {
    return ((await this.list().expect(200)).body as { revision_hash: string }).revision_hash;
  }

  async items(): Promise<Webhook[]> {
    return ((await this.list().expect(200)).body as { items: Webhook[] }).items;
  }

  async item(webhookId: string): Promise<Webhook> {
    return (await this.items()).find(({ webhook_id: id }) => id === webhookId)!;
  }

  create(body: object, key: string = randomUUID(), headers = this.headers): Test {
    return this.test
      .request()
      .post(PATH)
      .set(headers)
      .set('Idempotency-Key', key)
      .send({ project_id: this.projectId, ...ASKED, ...body });
  }

  /**
   * Creates a webhook.
   * @throws if that fails
   */
  async made(body: object = {}): Promise<Webhook> {
    const revision = await this.revision();
    return (await this.create({ revision_hash: revision, ...body }).expect(200)).body as Webhook;
  }

  change(
    webhookId: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
    projectId = this.projectId,
  ): Test {
    return this.about(this.test.request().patch(`${PATH}/${webhookId}`), projectId)
      .set(headers)
      .send(body);
  }

  remove(webhookId: string, headers: Readonly<Record<string, string>> = {}): Test {
    return this.about(this.test.request().delete(`${PATH}/${webhookId}`)).set(headers);
  }

  /** Adds the parameters that every route about one webhook requires. */
  private about(request: Test, projectId = this.projectId): Test {
    return request.set(this.headers).query({ project_id: projectId });
  }

  post(webhookId: string, action: string, ifMatch?: string, body?: object, projectId = this.projectId): Test {
    const request = this.about(this.test.request().post(`${PATH}/${webhookId}/${action}`), projectId);
    if (ifMatch !== undefined) request.set('If-Match', `"${ifMatch}"`);
    return body === undefined ? request : request.send(body);
  }

  /** The audit rows about the tenant's webhooks, oldest first. */
  audits(): Promise<{ action: string; metadata: Record<string, unknown> }[]> {
    return this.test.world.sql(
      `SELECT action, metadata FROM audit_events
        WHERE client_id = $1 AND data_env = $2 AND action LIKE 'webhook.%' ORDER BY occurred_at, event_id`,
      [this.tenant.clientId, this.tenant.dataEnv],
    );
  }
}

/**
 * A project with an administrator of its partner, who comes with a key: keys are not limited by the
 * tests before.
 */
export async function aWebhookFixture(test: TestApp): Promise<WebhookFixture> {
  const tenant = await test.world.aTenant();
  const projectId = await test.world.aProject(tenant);
  const key = await test.world.aKey(tenant, 'partner_admin');
  return new WebhookFixture(test, tenant, projectId, { 'X-API-Key': key });
}

interface Refusal {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: {
      readonly field_errors?: readonly { readonly field: string; readonly code: string }[];
      readonly stale?: Readonly<Record<string, unknown>>;
    };
  };
}

export const errorOf = (response: { body: unknown }): Refusal['error'] => (response.body as Refusal).error;
/** The first wrong field that a refusal names. */
export const fieldOf = (response: { body: unknown }) => errorOf(response).details?.field_errors?.[0];
