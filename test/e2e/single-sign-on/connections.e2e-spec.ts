import { X509Certificate } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { CertificateAuthority } from '../../support/certificate-authority.js';
import { useSharedApp } from '../../support/shared-app.js';
import { samlMetadata } from '../../support/saml-metadata.js';
import { bearer } from '../access/callers.js';

const PATH = '/v1/security/sso/connections';
const OIDC = { name: 'Head office', kind: 'oidc' };
const ISSUER = 'https://93.184.216.34/tenant';
const SECRET = 'a-secret-of-the-directory-x1y2';

interface Record {
  readonly connection_id: string;
  readonly etag: string;
  readonly state: string;
}

describe('connections', () => {
  const test = useSharedApp();
  const authority = new CertificateAuthority();
  let signer: { key: string; cert: string };
  let tenant: TestTenant;
  let admin: TestUser;

  beforeAll(() => {
    signer = authority.issueSigner();
  });
  beforeEach(async () => {
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
  });

  const create = (body: object) => test.request().post(PATH).set(bearer(admin.token())).send(body);
  const created = async (body: object = OIDC): Promise<Record> =>
    (await create(body).expect(200)).body as Record;
  const patch = (it: Record, body: object, etag = it.etag) =>
    test
      .request()
      .patch(`${PATH}/${it.connection_id}`)
      .set(bearer(admin.token()))
      .set('If-Match', `"${etag}"`)
      .send(body);
  const act = (it: Record, action: string) =>
    test
      .request()
      .post(`${PATH}/${it.connection_id}/${action}`)
      .set(bearer(admin.token()))
      .set('If-Match', `"${it.etag}"`)
      .send({});

  // single-sign-on 2.1, 2.2
  it('begins as a draft with the addresses that a directory asks for', async () => {
    const answer = await create({
      ...OIDC,
      issuer: ISSUER,
      client_id: 'app-1',
      client_secret: SECRET,
    }).expect(200);
    const record = answer.body as Record;
    expect(record).toMatchObject({
      ...OIDC,
      state: 'draft',
      is_serving: false,
      issuer: ISSUER,
      client_id: 'app-1',
      client_secret_preview: '…x1y2',
      domains: [],
      default_role: null,
      reply_url: `http://localhost:3000/v1/portal/oidc/${record.connection_id}/callback`,
      entity_id: null,
      certificate_expires_at_utc: null,
    });
    expect(answer.get('ETag')).toBe(`"${record.etag}"`);
    const list = await test.request().get(PATH).set(bearer(admin.token())).expect(200);
    expect(list.body).toEqual({ items: [record] });
    const stored = await test.world.sql<{ secret: string }>(
      `SELECT encode(secret_encrypted, 'escape') AS secret FROM sso_connections WHERE connection_id = $1`,
      [record.connection_id],
    );
    expect(JSON.stringify([list.body, stored, test.logs()])).not.toContain(SECRET);
  });

  // single-sign-on 2.1
  it('reads the metadata of a directory', async () => {
    const record = await created({ name: 'SAML', kind: 'saml', metadata_xml: samlMetadata([signer.cert]) });
    expect(record).toMatchObject({
      issuer: 'https://directory.example.com/saml',
      sign_in_url: 'https://93.184.216.34/saml/sign-in',
      certificate_expires_at_utc: new X509Certificate(signer.cert).validToDate.toISOString(),
      entity_id: `http://localhost:3000/v1/portal/saml/${record.connection_id}/metadata`,
      reply_url: `http://localhost:3000/v1/portal/saml/${record.connection_id}/acs`,
    });
  });

  // single-sign-on 2.5
  it.each<[string, () => object, field: string]>([
    ['a private issuer', () => ({ ...OIDC, issuer: 'https://10.0.0.1/x' }), 'issuer'],
    ['an issuer without TLS', () => ({ ...OIDC, issuer: 'http://93.184.216.34' }), 'issuer'],
    [
      'a private address of metadata',
      () => ({ ...SAML, metadata_url: 'https://169.254.169.254/x' }),
      'metadata_url',
    ],
    ['settings of the other protocol', () => ({ ...SAML, client_secret: SECRET }), 'client_secret'],
    [
      'metadata twice',
      () => ({ ...SAML, metadata_url: 'https://a.example', metadata_xml: '<a/>' }),
      'metadata_xml',
    ],
    ['text instead of XML', () => ({ ...SAML, metadata_xml: 'hello' }), 'metadata_xml'],
    [
      'a document type',
      () => ({
        ...SAML,
        metadata_xml: samlMetadata([signer.cert]).replace('<Entity', '<!DOCTYPE a [<!ENTITY b "c">]><Entity'),
      }),
      'metadata_xml',
    ],
    ['no certificate', () => ({ ...SAML, metadata_xml: samlMetadata([]) }), 'metadata_xml'],
    [
      'a small key',
      () => ({ ...SAML, metadata_xml: samlMetadata([authority.issueSigner({ bits: 1024 }).cert]) }),
      'metadata_xml',
    ],
    [
      'more than 256 KiB',
      () => ({ ...SAML, metadata_xml: `<a>${'b'.repeat(256 * 1024)}</a>` }),
      'metadata_xml',
    ],
    ['a role of partners', () => ({ ...OIDC, default_role: 'partner_admin' }), 'default_role'],
    ['no name', () => ({ kind: 'oidc' }), 'name'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await create(body()).expect((it) => expect([400, 422]).toContain(it.status));
    const { details } = (answer.body as { error: { details: { field_errors: { field: string }[] } } }).error;
    expect(details.field_errors.map((it) => it.field)).toEqual([field]);
  });
  const SAML = { name: 'SAML', kind: 'saml' };

  // single-sign-on 1.4, 2.3, 2.4
  it('cannot be activated without a test, and can be disabled', async () => {
    const record = await created();
    await act(record, 'activate').expect(409);
    const off = await act(record, 'disable').expect(200);
    expect(off.body).toMatchObject({ state: 'disabled' });
    const changed = await patch(off.body as Record, { client_id: 'app-2' }).expect(200);
    expect(changed.body).toMatchObject({ state: 'draft', client_id: 'app-2' });
  });

  // single-sign-on 2.2
  it('changes for those who have read it', async () => {
    const record = await created();
    await patch(record, { name: 'New' }, 'ffffffffffffffffffffffff').expect(409);
    await test
      .request()
      .patch(`${PATH}/${record.connection_id}`)
      .set(bearer(admin.token()))
      .send({ name: 'New' })
      .expect(428);
    const renamed = await patch(record, { name: 'New', default_role: 'client_staff' }).expect(200);
    expect(renamed.body).toMatchObject({ name: 'New', default_role: 'client_staff', state: 'draft' });
    await test
      .request()
      .delete(`${PATH}/${record.connection_id}`)
      .set(bearer(admin.token()))
      .set('If-Match', `"${(renamed.body as Record).etag}"`)
      .expect(200);
    await test.request().get(`${PATH}/${record.connection_id}`).set(bearer(admin.token())).expect(404);
  });

  // single-sign-on 2.6
  it('are five at most, also for two who create one at once', async () => {
    for (let count = 0; count < 4; count += 1) await created();
    const both = await Promise.all([create(OIDC), create(OIDC)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  // single-sign-on 1.1, 1.2
  it('are absent for other clients, other roles and keys', async () => {
    const record = await created();
    const other = await test.world.aTenant();
    const sandbox = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const strangers = await Promise.all([
      test.world.aUser(other, { role: 'client_admin' }),
      test.world.aUser(sandbox, { role: 'client_admin' }),
      test.world.aUser(tenant, { role: 'client_manager' }),
      test.world.aUser(tenant, { role: 'service_admin' }),
    ]);
    for (const stranger of strangers)
      await test.request().get(`${PATH}/${record.connection_id}`).set(bearer(stranger.token())).expect(404);
    const key = await test.world.aKey(tenant, 'full-access');
    await test.request().get(PATH).set('X-API-Key', key).expect(404);
  });
});
