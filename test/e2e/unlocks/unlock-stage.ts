import type { Response, Test } from 'supertest';
import type { PiiKind } from '../../../src/core/privacy/pii/pii-permission.policy.js';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import type { TestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { postCalls } from '../../support/post-calls.js';
import { bearer } from '../access/callers.js';
import { EVERY_KIND, PERSONAL } from '../calls/personal-call.js';

export type Body = Record<string, unknown>;

interface Listed {
  readonly items: readonly Body[];
  readonly next_cursor?: string;
}

/**
 * A client whose policy unlocks every kind for its managers, with two administrators and a call.
 */
export class UnlockStage {
  private constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    readonly project: string,
    readonly admin: TestUser,
    readonly other: TestUser,
    readonly manager: TestUser,
    readonly callId: string,
  ) {}

  static async open(test: TestApp, kinds: readonly PiiKind[] = EVERY_KIND): Promise<UnlockStage> {
    const tenant = await test.world.aTenant();
    const project = await test.world.aProject(tenant);
    const admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const other = await test.world.aUser(tenant, { role: 'client_admin' });
    const manager = await test.world.aUser(tenant, { role: 'client_manager' });
    await test.world.unlockPii(tenant, 'client_manager', ...kinds);
    const callId = await aPersonalCall(test, tenant, project);
    return new UnlockStage(test, tenant, project, admin, other, manager, callId);
  }

  aCall(fields: object = {}): Promise<string> {
    return aPersonalCall(this.test, this.tenant, this.project, fields);
  }

  get(path: string, as = this.manager, query: object = {}, by = this.test): Test {
    return by.request().get(path).set(bearer(as.token())).query(query);
  }

  post(path: string, as: TestUser, body: object = {}, by = this.test): Test {
    return by.request().post(path).set(bearer(as.token())).send(body);
  }

  at = (callId = this.callId, rest = ''): string => `/v1/calls/${callId}/pii-unlock-requests${rest}`;

  ask(body: object = {}, as = this.manager, callId = this.callId, by = this.test): Test {
    const asked = { kinds: ['transcript'], reason_code: 'complaint', ...body };
    return this.post(this.at(callId), as, asked, by);
  }

  /** Requests an unlock, and has the request approved. */
  async unlocked(body: object = {}, as = this.manager, callId = this.callId): Promise<string> {
    const unlockId = idOf(await this.ask(body, as, callId).expect(201));
    await this.act(unlockId, 'approve', this.admin, callId).expect(200);
    return unlockId;
  }

  act(unlockId: string, what: string, as: TestUser, callId = this.callId, by = this.test): Test {
    return this.post(this.at(callId, `/${unlockId}/${what}`), as, {}, by);
  }

  async shown(unlockId: string, as = this.admin, callId = this.callId): Promise<Body> {
    return (await this.get(this.at(callId, `/${unlockId}`), as).expect(200)).body as Body;
  }

  /** The kinds of personal data that a person sees in the call's detail. */
  async detail(as = this.manager, callId = this.callId): Promise<Body> {
    return (await this.get(`/v1/calls/${callId}`, as).expect(200)).body as Body;
  }

  /** A list as the person reads it. */
  async read(path: string, as: TestUser, query: object = {}): Promise<Listed> {
    return (await this.get(path, as, query).expect(200)).body as Listed;
  }

  audits(action: string): Promise<Body[]> {
    return inStore(
      this.test,
      'SELECT metadata FROM audit_outbox WHERE client_id = $1 AND action = $2 ORDER BY event_id',
      [this.tenant.clientId, action],
    );
  }
}

async function aPersonalCall(
  test: TestApp,
  tenant: TestTenant,
  project: string,
  fields: object = {},
): Promise<string> {
  const call = aCall(project, { ...PERSONAL, ...fields });
  await postCalls(test, tenant, [call]);
  return call['call_id'] as string;
}

export const idOf = ({ body }: Response): string => (body as { unlock_id: string }).unlock_id;

/** The code of an error, in any envelope. */
export const codeOf = ({ body, status }: Response): string => {
  const { error } = body as { error: string | { code: string } };
  return `${status} ${typeof error === 'string' ? error : error.code}`;
};

/** The kinds that a detail shows unmasked. */
export const kindsIn = (detail: Body): string[] => [
  ...('caller' in detail ? ['raw_caller'] : []),
  ...(detail['summary'] === PERSONAL.summary ? ['summary'] : []),
  ...('transcript' in detail ? ['transcript'] : []),
];
