import type { Response, Test } from 'supertest';
import type { ApprovalResponse } from '../../../src/features/releases/approvals/approvals.response.js';
import { section as governance } from '../../../src/features/configuration/sections/governance/governance.section.js';
import type { TestApp } from '../../support/app.js';
import { bearer } from '../access/callers.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { booking, draftEtag, publishDraft, save, send } from './releasing.js';
import type { Version } from './releasing.js';

export type Approval = ApprovalResponse;
export type Headers = Readonly<Record<string, string>>;

/** Another partner_admin of the desk's client. */
export interface Colleague {
  readonly userId: string;
  readonly headers: Headers;
}

export async function aColleague(test: TestApp, { tenant }: ProjectFixture): Promise<Colleague> {
  const user = await test.world.aUser(tenant, { role: 'partner_admin' });
  return { userId: user.userId, headers: bearer(user.token()) };
}

/** A governance section with this setting for release approval. */
export const governed = (releaseApproval: 'none' | 'second_person' | undefined): object => ({
  ...(governance.defaults as object),
  ...(releaseApproval === undefined ? {} : { release_approval: releaseApproval }),
});

export const switchTo = (
  test: TestApp,
  desk: ProjectFixture,
  releaseApproval: Parameters<typeof governed>[0],
): Test =>
  send(test, desk, 'put', 'governance/draft', { body: { configuration: governed(releaseApproval) } });

/** Requests approval of the current draft. */
export async function ask(
  test: TestApp,
  desk: ProjectFixture,
  sent: { as?: Headers; note?: string } = {},
): Promise<Approval> {
  const etag = JSON.parse(await draftEtag(test, desk)) as string;
  const body = { draft_etag: etag, ...(sent.note === undefined ? {} : { note: sent.note }) };
  const as = sent.as === undefined ? {} : { as: sent.as };
  return (await send(test, desk, 'post', 'approvals', { body, ...as }).expect(200)).body as Approval;
}

export const act = (
  test: TestApp,
  desk: ProjectFixture,
  { approval_id: id }: Pick<Approval, 'approval_id'>,
  what: 'approve' | 'withdraw',
  as: Headers = desk.admin,
): Test => send(test, desk, 'post', `approvals/${id}/${what}`, { as });

/** An approval of the current draft, requested by the administrator and given by another person. */
export async function approved(test: TestApp, desk: ProjectFixture, by: Colleague): Promise<Approval> {
  return (await act(test, desk, await ask(test, desk), 'approve', by.headers).expect(200)).body as Approval;
}

/** Publishes the current draft as the given user. */
export async function tryPublish(
  test: TestApp,
  desk: ProjectFixture,
  as: Headers = desk.admin,
): Promise<Response> {
  return send(test, desk, 'post', 'publish', { body: {}, ifMatch: await draftEtag(test, desk), as });
}

/** Version 1 is published without the setting, version 2 with it. */
export async function underTheSwitch(test: TestApp, desk: ProjectFixture, by: Colleague): Promise<Version> {
  await save(test, desk, 'booking', booking());
  await publishDraft(test, desk);
  await switchTo(test, desk, 'second_person').expect(200);
  await approved(test, desk, by);
  return publishDraft(test, desk);
}

export const approvalsOf = async (test: TestApp, desk: ProjectFixture): Promise<Approval[]> =>
  ((await send(test, desk, 'get', 'approvals?page_size=100').expect(200)).body as { items: Approval[] })
    .items;
