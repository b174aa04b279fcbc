import type { Response } from 'supertest';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser, World } from '../../support/builders.js';
import { bearer } from '../access/callers.js';

export const BUSINESS_EMAIL = 'office.canary@acme-canary.example';
export const CONTACT_NAME = 'Mei Canary-Tanaka';

let made = 0;

/** A client as a partner creates it; valid unchanged. */
export const aProfile = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  client_id: `provisioned-${(made += 1)}`,
  business_name: 'Acme Canary',
  web_domain: 'acme-canary.example',
  contact_name: CONTACT_NAME,
  business_email: BUSINESS_EMAIL,
  timezone: 'Australia/Sydney',
  ...more,
});

/** A change of an unpublished project. */
export const aDraft = (world: World, { clientId, dataEnv }: TestTenant, projectId: string) =>
  world.sql(
    `INSERT INTO project_drafts (client_id, data_env, project_id, etag, updated_by) VALUES ($1, $2, $3, 'e', 'test')`,
    [clientId, dataEnv, projectId],
  );

export interface Card {
  readonly client_id: string;
  readonly business_name: string;
  readonly status: string;
  readonly projects: object;
  readonly draft_count: object;
  readonly open_support_count: object;
}

/** Requests of a signed-in partner to the routes about clients. */
export function clientFixture(test: TestApp) {
  const path = (rest = '') => `/api/partner-clients${rest}`;
  const get = (user: TestUser, rest = '') => test.request().get(path(rest)).set(bearer(user.token()));
  let keys = 0;
  return {
    get,
    post: (user: TestUser, body: object, rest = '', key = `key-${(keys += 1)}`) =>
      test.request().post(path(rest)).set(bearer(user.token())).set('Idempotency-Key', key).send(body),
    summaryOf: async (user: TestUser, clientId: string): Promise<Record<string, object>> =>
      (await get(user, `/${clientId}`).expect(200)).body as Record<string, object>,
    remove: (user: TestUser, rest: string) => test.request().delete(path(rest)).set(bearer(user.token())),
    cardsOf: async (user: TestUser): Promise<readonly Card[]> => itemsOf<Card>(await get(user).expect(200)),
    idsOf: async (user: TestUser): Promise<readonly string[]> =>
      itemsOf<Card>(await get(user).expect(200)).map(({ client_id }) => client_id),
  };
}

export const idOf = ({ body }: Response): string => (body as { client_id: string }).client_id;

export const bodyOf = ({ body }: Response): Record<string, unknown> => body as Record<string, unknown>;

export const itemsOf = <T>({ body }: Response): readonly T[] => (body as { items: readonly T[] }).items;

export const codeOf = (answer: Response): unknown => (bodyOf(answer)['error'] as { code: unknown }).code;

/** A known count, and one whose source does not answer. */
export const ready = (count: number) => ({ state: 'ready', count });
export const unavailable = { state: 'unavailable', count: null };

export const withoutId = (text: string): string => text.replace(/"request_id":"[^"]*"/, '');
