import { bearer } from '../access/callers.js';
import { DirectoryFixture } from '../directory/directory-fixture.js';
import { SupportStage, TICKETS } from '../support/support-stage.js';
import { idOf, UnlockStage } from '../unlocks/unlock-stage.js';
import { proven } from './break-glass-key-cases.js';
import type { KeyedCase } from './key-cases.js';

const CONNECTIONS = '/v1/security/sso/connections';
const DOMAINS = '/v1/security/sso/domains';

/** A request about a connection with a tested draft, or the creation of a connection. */
const aboutConnection =
  (method: 'post' | 'patch' | 'delete', action: string | null = '', body: object = {}): KeyedCase =>
  async (test) => {
    const tenant = await test.world.aTenant();
    const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
    const connection = { name: 'Head office', kind: 'oidc' };
    if (action === null) return { tenant, method, path: CONNECTIONS, headers, body: connection };
    const created = await test.request().post(CONNECTIONS).set(headers).send(connection).expect(200);
    const { connection_id: id } = created.body as { connection_id: string };
    await test.world.sql('UPDATE sso_connections SET tested_version = version WHERE connection_id = $1', [
      id,
    ]);
    const path = `${CONNECTIONS}/${id}`;
    const read = await test.request().get(path).set(headers).expect(200);
    const ifMatch = { ...headers, 'If-Match': read.get('ETag')! };
    return { tenant, method, path: `${path}${action}`, headers: ifMatch, body };
  };

/** Turns enforcement off while it is on. */
const saveSsoEnforcement: KeyedCase = async (test) => {
  const tenant = await test.world.aTenant();
  const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
  const path = '/v1/security/sso/enforcement';
  const read = await test.request().get(path).set(headers).expect(200);
  const ifMatch = { ...headers, 'If-Match': read.get('ETag')! };
  return { tenant, method: 'put', path, headers: ifMatch, body: { mode: 'off' } };
};

/** A request that adds or removes a domain. */
const aboutDomain =
  (method: 'post' | 'delete'): KeyedCase =>
  async (test) => {
    const tenant = await test.world.aTenant();
    const headers = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
    const body = { domain: 'company.example' };
    if (method === 'post') return { tenant, method, path: DOMAINS, headers, body };
    await test.request().post(DOMAINS).set(headers).send(body).expect(200);
    return { tenant, method, path: `${DOMAINS}/${body.domain}`, headers };
  };

/** A request about a client's directory, with everything that it requires. */
const aboutDirectory =
  (prepare: (desk: DirectoryFixture, userId: string) => Promise<string>): KeyedCase =>
  async (test) => {
    const desk = await DirectoryFixture.make(test);
    const { userId } = await test.world.aUser(desk.tenant, { role: 'client_staff' });
    const path = `/v1/security/scim${await prepare(desk, userId)}`;
    return { tenant: desk.tenant, method: 'delete', path, headers: bearer(desk.admin.token()) };
  };

async function saveDirectory(test: Parameters<KeyedCase>[0]): ReturnType<KeyedCase> {
  const desk = await DirectoryFixture.make(test);
  const headers = { ...bearer(desk.admin.token()), 'If-Match': `"${(await desk.setup()).etag}"` };
  const body = { on: false, group_roles: [] };
  return { tenant: desk.tenant, method: 'put', path: '/v1/security/scim', headers, body };
}

/** A request about an existing unlock, or the request for one. */
const aboutUnlock =
  (action: '' | 'approve' | 'deny' | 'end'): KeyedCase =>
  async (test) => {
    const stage = await UnlockStage.open(test);
    const { tenant, manager, admin } = stage;
    const asked = { kinds: ['transcript'], reason_code: 'complaint' };
    if (action === '')
      return { tenant, method: 'post', path: stage.at(), headers: bearer(manager.token()), body: asked };
    const unlockId = action === 'end' ? await stage.unlocked() : idOf(await stage.ask().expect(201));
    const by = action === 'end' ? manager : admin;
    return {
      tenant,
      method: 'post',
      path: stage.at(undefined, `/${unlockId}/${action}`),
      headers: bearer(by.token()),
    };
  };

/** A request about a ticket, built from the path below the ticket and a body. */
const aboutTicket =
  (
    method: 'post' | 'patch' | 'delete',
    prepare: (stage: SupportStage, ticketId: string) => Promise<[path: string, body?: object]>,
  ): KeyedCase =>
  async (test) => {
    const stage = await SupportStage.open(test);
    const { tenant, admin } = stage;
    const ticketId = await stage.aTicket();
    const [path, body = {}] = await prepare(stage, ticketId);
    const { etag } = (await stage.shown(ticketId)) as { etag: string };
    const headers = { ...bearer(admin.token()), ...(method === 'patch' && { 'If-Match': `"${etag}"` }) };
    return { tenant, method, path: `${TICKETS}${path}`, headers, body };
  };

const aRecipient = async (stage: SupportStage, ticketId: string): Promise<string> => {
  const added = await stage
    .post(`${TICKETS}/${ticketId}/recipients`, stage.admin, { user_id: stage.operator.userId })
    .expect(201);
  return (added.body as { recipient_id: string }).recipient_id;
};

/** Once the policy is saved, the next change requires a step-up, even if it is a repetition. */
const saveMfaPolicy: KeyedCase = async (test) => {
  const tenant = await test.world.aTenant();
  const headers = proven((await test.world.aUser(tenant, { role: 'client_admin' })).subject);
  const path = '/v1/security/mfa-policy';
  const etag = (await test.request().get(path).set(headers).expect(200)).get('ETag')!;
  const body = { required_roles: [], kinds: ['totp'], step_up_for: [], step_up_minutes: 5 };
  return { tenant, method: 'put', path, headers: { ...headers, 'If-Match': etag }, body };
};

/** Requests about second factors, connections, domains, directories, unlocks and tickets. */
export const ENTRY_KEY_CASES: Readonly<Record<string, KeyedCase>> = {
  saveMfaPolicy,
  createSsoConnection: aboutConnection('post', null),
  changeSsoConnection: aboutConnection('patch', '', { name: 'Offices' }),
  activateSsoConnection: aboutConnection('post', '/activate'),
  disableSsoConnection: aboutConnection('post', '/disable'),
  deleteSsoConnection: aboutConnection('delete'),
  saveSsoEnforcement,
  addSsoDomain: aboutDomain('post'),
  removeSsoDomain: aboutDomain('delete'),
  saveDirectory,
  deleteDirectoryToken: aboutDirectory(async (desk) => `/tokens/${(await desk.setup()).tokens[0]!.token_id}`),
  deleteDirectoryLink: aboutDirectory(async (desk, userId) => {
    await desk
      .administer('post', '/links')
      .send({ user_id: userId, user_name: 'mei@acme.example' })
      .expect(200);
    return `/links/${userId}`;
  }),
  requestPiiUnlock: aboutUnlock(''),
  approvePiiUnlock: aboutUnlock('approve'),
  denyPiiUnlock: aboutUnlock('deny'),
  endPiiUnlock: aboutUnlock('end'),
  createSupportTicket: aboutTicket('post', () =>
    Promise.resolve(['', { subject: 'Hello', text: 'Hello.', category: 'question' }]),
  ),
  changeSupportTicket: aboutTicket('patch', (_stage, id) =>
    Promise.resolve([`/${id}`, { priority: 'high' }]),
  ),
  writeSupportComment: aboutTicket('post', (_stage, id) =>
    Promise.resolve([`/${id}/comments`, { text: 'Hello.' }]),
  ),
  redactSupportComment: aboutTicket('post', async (stage, id) => {
    const [comment] = await stage.comments(id);
    return [`/${id}/comments/${String(comment!['comment_id'])}/redact`];
  }),
  attachSupportCalls: aboutTicket('post', async (stage, id) => [
    `/${id}/related-calls`,
    { call_ids: [await stage.aCall()] },
  ]),
  detachSupportCall: aboutTicket('delete', async (stage, id) => {
    const callId = await stage.aCall();
    await stage.post(`${TICKETS}/${id}/related-calls`, stage.admin, { call_ids: [callId] }).expect(200);
    return [`/${id}/related-calls/${callId}`];
  }),
  addSupportRecipient: aboutTicket('post', (stage, id) =>
    Promise.resolve([`/${id}/recipients`, { user_id: stage.operator.userId }]),
  ),
  removeSupportRecipient: aboutTicket('delete', async (stage, id) => [
    `/${id}/recipients/${await aRecipient(stage, id)}`,
  ]),
};
