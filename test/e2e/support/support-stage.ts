import type { Response, Test } from 'supertest';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import type { TestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { postCalls } from '../../support/post-calls.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';
import { bearer } from '../access/callers.js';

export type Body = Record<string, unknown>;

interface Listed {
  readonly items: readonly Body[];
  readonly next_cursor?: string;
}

export const TICKETS = '/v1/support/tickets';

/** A client with an administrator, a member of platform staff, and a project. */
export class SupportStage {
  private constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly project: string,
    readonly admin: TestUser,
    readonly operator: TestUser,
  ) {}

  static async open(test: TestApp, storeId = 'store-a'): Promise<SupportStage> {
    const tenant = await test.world.aTenant({ storeId });
    const project = await test.world.aProject(tenant);
    const admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const operator = await test.world.aUser(tenant, { role: 'service_operator' });
    return new SupportStage(test, tenant, project, admin, operator);
  }

  aUser(role: PortalRole, organisationId?: string): Promise<TestUser> {
    return this.test.world.aUser(this.tenant, {
      role,
      ...(organisationId !== undefined && { organisationId }),
    });
  }

  async aCall(project = this.project, fields: object = {}): Promise<string> {
    const call = aCall(project, { ...fields });
    await postCalls(this.test, this.tenant, [call]);
    return call['call_id'] as string;
  }

  send(method: 'get' | 'post' | 'patch' | 'delete', path: string, as: TestUser, by = this.test): Test {
    return by
      .request()
      [method](path)
      .set(bearer(as.token(this.tenant.dataEnv)))
      .query({ client_id: this.tenant.clientId });
  }

  get(path: string, as = this.admin, query: object = {}, by = this.test): Test {
    return this.send('get', path, as, by).query(query);
  }

  post(path: string, as: TestUser, body: object = {}, by = this.test): Test {
    return this.send('post', path, as, by).send(body);
  }

  create(fields: object = {}, as = this.admin, by = this.test): Test {
    return this.post(
      TICKETS,
      as,
      { subject: 'The assistant hangs up', text: 'It hung up.', category: 'incident', ...fields },
      by,
    );
  }

  async aTicket(fields: object = {}, as = this.admin): Promise<string> {
    return ticketOf(await this.create(fields, as).expect(201));
  }

  async shown(ticketId: string, as = this.admin): Promise<Body> {
    return (await this.get(`${TICKETS}/${ticketId}`, as).expect(200)).body as Body;
  }

  comment(ticketId: string, as = this.admin, fields: object = {}, by = this.test): Test {
    return this.post(`${TICKETS}/${ticketId}/comments`, as, { text: 'Again.', ...fields }, by);
  }

  async comments(ticketId: string, as = this.admin): Promise<readonly Body[]> {
    return (await this.list(`${TICKETS}/${ticketId}/comments`, as)).items;
  }

  async list(path: string, as = this.admin, query: object = {}): Promise<Listed> {
    return (await this.get(path, as, query).expect(200)).body as Listed;
  }

  /** A change with the current etag. */
  async change(ticketId: string, fields: object, as = this.admin): Promise<Response> {
    const { etag } = (await this.shown(ticketId, as)) as { etag: string };
    return this.send('patch', `${TICKETS}/${ticketId}`, as).set('If-Match', `"${etag}"`).send(fields);
  }

  stored<R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return inStore<R>(this.test, text, [this.tenant.clientId, ...values]);
  }

  async audits(action: string): Promise<Body[]> {
    const rows = await this.stored<{ metadata: Body }>(
      'SELECT metadata FROM audit_outbox WHERE client_id = $1 AND action = $2 ORDER BY event_id',
      [action],
    );
    return rows.map(({ metadata }) => metadata);
  }
}

export const ticketOf = ({ body }: Response): string => (body as { ticket_id: string }).ticket_id;

/** A response's status and code, in any envelope. */
export const codeOf = ({ body, status }: Response): string => {
  const { error } = body as { error?: string | { code: string } };
  if (error === undefined) return String(status);
  return `${status} ${typeof error === 'string' ? error : error.code}`;
};
