import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { LifecycleSnapshotResponse } from '../../../src/features/projects/snapshot/snapshot.response.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { bearer } from '../access/callers.js';

export type Snapshot = LifecycleSnapshotResponse;
export type Headers = Readonly<Record<string, string>>;

/** A client, the organisation that owns it, and an administrator of that organisation. */
export interface Office {
  readonly tenant: TestTenant;
  readonly organisationId: string;
  readonly admin: TestUser;
  /** The administrator's headers. */
  readonly as: Headers;
}

export async function anOffice(test: TestApp): Promise<Office> {
  const tenant = await test.world.aTenant();
  const organisationId = `organisation-of-${tenant.clientId}`;
  const admin = await test.world.aUser(tenant, { role: 'partner_admin', organisationId });
  return { tenant, organisationId, admin, as: bearer(admin.token()) };
}

type Method = 'get' | 'post' | 'patch' | 'delete';

/** Sends a request with a new idempotency key, which reads and edits ignore. */
export function send(test: TestApp, method: Method, path: string, as: Headers, body?: object): Test {
  const request = test.request()[method](path).set(as);
  if (method === 'get') return request;
  return request.set('Idempotency-Key', randomUUID()).send(body ?? {});
}

export const snapshotOf = (response: Response): Snapshot => response.body as Snapshot;

/** The code of a partner envelope. */
export const codeOf = (response: Response): string =>
  (response.body as { error: { code: string } }).error.code;

/** The fields a 422 names. */
export const fieldsOf = (response: Response): string[] =>
  (
    response.body as { error: { details: { field_errors: { field: string }[] } } }
  ).error.details.field_errors.map(({ field }) => field);

export const aRequest = ({ tenant }: Office, fields: object = {}): object => ({
  display_name: 'Front desk',
  timezone: 'Australia/Sydney',
  managed_client_id: tenant.clientId,
  ...fields,
});

/** Creates a project as the administrator. */
export async function aNewProject(test: TestApp, office: Office, fields: object = {}): Promise<Snapshot> {
  const made = await send(test, 'post', '/v1/projects', office.as, aRequest(office, fields));
  if (made.status !== 201) throw new Error(`No project: ${made.status} ${made.text}`);
  return snapshotOf(made);
}

export const pathOf = ({ project }: Snapshot, rest: string): string =>
  `/v1/projects/${project.project_id}/${rest}`;

/** The current project. */
export async function reread(test: TestApp, office: Office, snapshot: Snapshot): Promise<Snapshot> {
  return snapshotOf(await send(test, 'get', pathOf(snapshot, 'lifecycle'), office.as).expect(200));
}
