import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { DirectoryResponse } from '../../../src/features/directory/setup/setup.response.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { bearer } from '../access/callers.js';

export const SCIM = '/v1/security/scim/v2';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface ScimUser {
  readonly id: string;
  readonly userName: string;
  readonly active: boolean;
  readonly meta: { readonly version: string; readonly location: string };
}

export interface ScimList {
  readonly totalResults: number;
  readonly Resources: readonly ScimUser[];
}

type GroupRoles = readonly { readonly group: string; readonly role: string }[];

/** The directory of a client: its setup by an administrator, and its requests with a token. */
export class DirectoryFixture {
  private constructor(
    private readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly admin: TestUser,
    readonly token: string,
  ) {}

  /** A client with an active directory, and one administrator besides the directory's people. */
  static async make(test: TestApp, groupRoles: GroupRoles = []): Promise<DirectoryFixture> {
    const tenant = await test.world.aTenant();
    const admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const setup = new DirectoryFixture(test, tenant, admin, '');
    await setup.save({ on: true, group_roles: groupRoles });
    return new DirectoryFixture(test, tenant, admin, await setup.newToken());
  }

  /** The same client in another process. */
  at(test: TestApp): DirectoryFixture {
    return new DirectoryFixture(test, this.tenant, this.admin, this.token);
  }

  async setup(): Promise<DirectoryResponse> {
    return (await this.administer('get', '').expect(200)).body as DirectoryResponse;
  }

  async save(body: object): Promise<DirectoryResponse> {
    const { etag } = await this.setup();
    const saved = await this.administer('put', '').set('If-Match', `"${etag}"`).send(body).expect(200);
    return saved.body as DirectoryResponse;
  }

  async newToken(body: object = {}): Promise<string> {
    const created = await this.administer('post', '/tokens')
      .send({ name: 'Entra ID', ...body })
      .expect(200);
    return (created.body as { secret: string }).secret;
  }

  administer(method: 'get' | 'put' | 'post' | 'delete', path: string, person = this.admin): Test {
    return this.test
      .request()
      [method](`/v1/security/scim${path}`)
      .query({ client_id: this.tenant.clientId })
      .set({ ...bearer(person.token()), 'Idempotency-Key': randomUUID() });
  }

  send(method: 'get' | 'put' | 'post' | 'patch' | 'delete', path: string, body?: object): Test {
    const request = this.test.request()[method](`${SCIM}${path}`).set(bearer(this.token));
    return body === undefined
      ? request
      : request.set('Content-Type', 'application/scim+json').send(JSON.stringify(body));
  }

  async list(path: string): Promise<ScimList> {
    return read<ScimList>(await this.send('get', path).expect(200));
  }

  async create(userName: string, more: object = {}): Promise<ScimUser> {
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, active: true, ...more };
    return read<ScimUser>(await this.send('post', '/Users', body).expect(201));
  }

  patch(path: string, ...operations: readonly object[]): Test {
    return this.send('patch', path, { schemas: [PATCH], Operations: operations });
  }

  /** The person's present role for the client; null: none. */
  async roleOf(userId: string): Promise<string | null> {
    const rows = await this.test.world.sql<{ role: string }>(
      'SELECT role FROM portal_user_client_assignments WHERE client_id = $1 AND user_id = $2 AND active',
      [this.tenant.clientId, userId],
    );
    return rows[0]?.role ?? null;
  }
}

/** The body of a SCIM response, whose media type supertest does not parse. */
export function read<T>(response: { text: string; headers: unknown }): T {
  return JSON.parse(response.text) as T;
}
