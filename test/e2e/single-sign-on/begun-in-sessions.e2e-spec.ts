import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'supertest';
import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { CertificateAuthority } from '../../support/certificate-authority.js';
import type { Browser } from '../../support/portal-browser.js';
import { samlMetadata } from '../../support/saml-metadata.js';
import { close, fateOf, key, reportOf } from '../break-glass/stage.js';
import { useEnforcement } from './enforcement-stage.js';

const on = useEnforcement();
const { frame } = on;
const { client, test, directory } = frame;

const connectionPath = () => `/api/v1/security/sso/connections/${client().connectionId}`;
const locationIn = ({ status, body, text }: Response): string => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (body as { location: string }).location;
};
const beginLink = async (browser: Browser) =>
  locationIn(await browser.send('post', `/api/v1/portal/directory-links/${client().connectionId}`));
const comeBack = (browser: Browser, location: string, subject: string) =>
  browser.get(
    `/v1/portal/oidc/${client().connectionId}/callback?${directory.approve(location, subject).toString()}`,
  );
const linksOf = ({ userId }: TestUser) =>
  test.world.sql('SELECT connection_id FROM sso_identities WHERE user_id = $1', [userId]);

describe('a link', () => {
  // single-sign-on 4.9, 7.8
  it('is not made where single sign-on was required after it began', async () => {
    const holders = await on.waysBack();
    const browser = await on.throughDirectory(client().admin);
    const { user } = holders[0];
    const elsewhere = await test.world.aTenant();
    await test.world.assign(user, elsewhere, { role: 'client_staff' });
    const stolen = await frame.signedIn(user);
    const begun = await stolen.send(
      'post',
      `/api/v1/portal/directory-links/${client().connectionId}?client_id=${client().tenant.clientId}`,
    );
    expect((await on.save(browser, on.required(2))).status).toBe(200);
    const back = await comeBack(stolen, locationIn(begun), 'account-of-a-colleague');
    expect(fateOf(back)).toEqual([409, 'address_not_invited']);
    expect(await linksOf(user)).toEqual([]);
  });

  // single-sign-on 4.9
  it('is not made after the session in which it began has ended', async () => {
    const { admin } = client();
    const owner = await frame.signedIn(admin);
    const stolen = await frame.signedIn(admin);
    const location = await beginLink(stolen);
    expect((await owner.send('post', '/v1/portal/sessions/revoke-others')).status).toBe(200);
    const back = await comeBack(stolen, location, 'account-of-a-colleague');
    expect([back.status, back.body]).toMatchObject([400, { code: 'sign_in_not_known' }]);
    expect(await linksOf(admin)).toEqual([]);
  });
});

describe('a use of break-glass', () => {
  const patched = async (browser: Browser) => {
    expect((await on.change(browser, 'patch', '', { client_id: 'another' })).status).toBe(200);
    directory.misbehaviour = { idClaims: { aud: 'another' } };
    return locationIn(await browser.send('post', `${connectionPath()}/test`));
  };

  // single-sign-on 4.9, break-glass 3.3
  it('changes nothing by a test that comes back after its end', async () => {
    const holders = await on.waysBack();
    const { browser, use } = await on.glass.opened(holders[0]);
    const location = await patched(browser);
    expect((await close(browser, use.use_id)).status).toBe(200);
    expect((await comeBack(browser, location, 'x')).status).toBe(400);
    const record = await holders[1].browser.get(connectionPath());
    expect(record.body).toMatchObject({ state: 'draft', is_serving: true });
  });

  // single-sign-on 4.9, break-glass 4.2
  it('has the tests of its connections in its report', async () => {
    const holders = await on.waysBack();
    const { browser, use } = await on.glass.opened(holders[0]);
    expect((await comeBack(browser, await patched(browser), 'x')).status).toBe(303);
    expect((await holders[1].browser.get(connectionPath())).body).toMatchObject({ state: 'active' });
    const { acts } = await reportOf(holders[1].browser, use.use_id);
    expect(acts.map(({ action }) => action)).toContain('sso_connection.tested');
  });

  // single-sign-on 4.9, break-glass 3.3
  it('creates no connection whose metadata arrive after its end', async () => {
    const holders = await on.waysBack();
    const { browser, use } = await on.glass.opened(holders[0]);
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const metadata = samlMetadata([new CertificateAuthority().issueSigner().cert]);
    const server = createServer((_, response) => {
      asked.resolve();
      void held.promise.then(() =>
        response.writeHead(200, { 'Content-Type': 'application/xml' }).end(metadata),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
    const body = { kind: 'saml', name: 'Late', metadata_url: url };
    const creating = browser.send('post', '/api/v1/security/sso/connections', body, key());
    await asked.promise;
    expect((await close(browser, use.use_id)).status).toBe(200);
    held.resolve();
    expect(fateOf(await creating)).toEqual([403, 'break_glass_session']);
    server.close();
  });
});
