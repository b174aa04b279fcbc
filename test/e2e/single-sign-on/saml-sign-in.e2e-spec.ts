import { beforeEach, describe, expect, it } from 'vitest';
import { CertificateAuthority } from '../../support/certificate-authority.js';
import type { Browser } from '../../support/portal-browser.js';
import { SamlProvider, SHA1_DIGEST, SHA1_SIGNATURE, type SamlTrick } from '../../support/saml-provider.js';
import { useDirectory } from './directory-frame.js';

const frame = useDirectory();
const { test, browser: aBrowser, client, locationFor, sessions, set } = frame;
const authority = new CertificateAuthority();
const signer = authority.issueSigner();
const stranger = authority.issueSigner();
const provider = new SamlProvider(signer.key);

beforeEach(async () => {
  const settings = {
    issuer: provider.issuer,
    client_id: null,
    metadata_url: null,
    sign_in_url: provider.signInUrl,
    certificates: [signer.cert],
  };
  await set(
    `kind = 'saml', settings = '${JSON.stringify(settings)}', serving = '${JSON.stringify(settings)}',
     secret_encrypted = NULL, serving_secret_encrypted = NULL, default_role = 'client_staff'`,
  );
});

const begin = (browser: Browser) => locationFor(browser, `mei@${client().domain}`, '/calls');
const path = (route: string, id = client().connectionId) => `/v1/portal/saml/${id}/${route}`;
const post = (form: Record<string, string>, id?: string) =>
  test.request().post(path('acs', id)).redirects(0).type('form').send(form);
/** The browser follows the redirect of the answer. */
const arrive = (browser: Browser, form: Record<string, string>) =>
  browser.get(`${path('finish')}?${new URLSearchParams({ state: form['RelayState'] ?? '' }).toString()}`);

const EVIL = (assertion: string) =>
  assertion
    .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
    .replace(/ID="[^"]+"/, 'ID="_evil"')
    .replace('>mei<', '>admin<');

describe('signing in by SAML', () => {
  // single-sign-on 5.1, 5.4, 4.6
  it('opens a session in the browser that began, once', async () => {
    const browser = aBrowser();
    const form = provider.answer(await begin(browser), 'mei');
    const posted = await post(form);
    expect([posted.status, posted.text]).toEqual([303, '']);
    expect(posted.headers['location']).toBe(`${path('finish')}?state=${form['RelayState']}`);
    expect((await post(form)).status).toBe(400);
    expect((await arrive(aBrowser(), form)).status).toBe(400);
    const other = aBrowser();
    await begin(other);
    expect((await arrive(other, form)).status).toBe(400);
    expect(await sessions()).toEqual([]);
    const back = await arrive(browser, form);
    expect([back.status, back.headers['location'], back.text]).toEqual([303, '/calls', '']);
    expect(await sessions()).toMatchObject([{ only_client_id: client().tenant.clientId, amr: ['mfa'] }]);
    expect((await browser.get('/api/v1/calls/summary')).status).toBe(200);
    expect((await arrive(browser, form)).status).toBe(400);
    expect((await post(form)).status).toBe(400);
    expect(await sessions()).toHaveLength(1);
  });

  // single-sign-on 5.1
  it('says to a directory what it is, and takes no answer that it did not ask for', async () => {
    const metadata = await test.request().get(path('metadata')).expect(200);
    expect(metadata.text).toContain(`Location="http://127.0.0.1:4000${path('acs')}"`);
    expect(metadata.text).toContain('WantAssertionsSigned="true"');
    await test.request().get(path('metadata', '4b0c5d2e-7f3a-4c6b-9a1d-2e8f7c6b5a40')).expect(404);
    const form = provider.answer(await begin(aBrowser()), 'mei', { relayState: 'of-nothing' });
    expect((await post(form)).status).toBe(400);
    expect((await post({ ...form, RelayState: '' })).status).toBe(400);
    const mine = provider.answer(await begin(aBrowser()), 'mei');
    expect((await post(mine, '4b0c5d2e-7f3a-4c6b-9a1d-2e8f7c6b5a40')).status).toBe(400);
    expect(await sessions()).toEqual([]);
  });

  const now = Date.now();
  const at = (seconds: number) => ({ at: new Date(now + seconds * 1000) });
  // single-sign-on 5.2, 5.3
  it.each<[string, fault: string, SamlTrick]>([
    ['no signature', 'assertion_not_signed', { isUnsigned: true }],
    ['the key of a stranger', 'response_not_valid', { key: stranger.key }],
    ['a signature with SHA-1', 'signature_algorithm', { algorithm: SHA1_SIGNATURE }],
    ['a digest with SHA-1', 'digest_algorithm', { algorithm: SHA1_DIGEST }],
    ['another subject after signing', 'response_not_valid', { edit: (it) => it.replace('>mei<', '>admin<') }],
    [
      'a comment in the subject',
      'xml_with_dtd_or_comment',
      { asserted: { subject: 'adminmei' }, edit: (it) => it.replace('adminmei', 'admin<!---->mei') },
    ],
    [
      'two assertions',
      'one_assertion_expected',
      { wrap: (it, signed) => it.replace(signed, signed + EVIL(signed)) },
    ],
    [
      'an evil assertion before the signed one',
      'one_assertion_expected',
      { wrap: (it, signed) => it.replace(signed, EVIL(signed) + signed) },
    ],
    [
      'the signed assertion inside of an evil one',
      'one_assertion_expected',
      {
        wrap: (it, signed) =>
          it.replace(signed, EVIL(signed).replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
      },
    ],
    [
      'the signed assertion in an extension of the answer',
      'one_assertion_expected',
      {
        wrap: (it, signed) =>
          it.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${EVIL(signed)}`),
      },
    ],
    [
      'the signed assertion inside of the signature of an evil one',
      'one_assertion_expected',
      {
        wrap: (it, signed) => {
          const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/s.exec(signed) ?? [];
          const object = signature.replace(
            '</ds:Signature>',
            `<ds:Object>${signed.replace(signature, '')}</ds:Object></ds:Signature>`,
          );
          return it.replace(signed, EVIL(signed).replace('</saml:Issuer>', `</saml:Issuer>${object}`));
        },
      },
    ],
    [
      'entities',
      'xml_with_dtd_or_comment',
      {
        wrap: (it) =>
          `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(50)}"><!ENTITY d "&b;&b;&b;&b;">]>${it.replace('>mei<', '>&d;<')}`,
      },
    ],
    ['another issuer', 'issuer', { asserted: { issuer: 'https://evil.example' } }],
    ['another audience', 'response_not_valid', { asserted: { audience: 'https://other.example' } }],
    ['another recipient', 'destination', { asserted: { recipient: 'https://other.example/acs' } }],
    ['another request', 'response_not_valid', { asserted: { requestId: '_of_another' } }],
    ['an end that is past', 'expired', { asserted: at(-600) }],
    ['a start that is to come', 'not_yet_valid', { asserted: at(600) }],
    [
      'a transient subject',
      'subject_transient',
      { asserted: { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } },
    ],
    ['text that is no XML', 'xml_not_well_formed', { wrap: () => 'hello' }],
  ])('is refused with %s: %s', async (_, fault, trick) => {
    const browser = aBrowser();
    const form = provider.answer(await begin(browser), 'mei', trick);
    expect((await post(form)).status).toBe(303);
    test.settle();
    const back = await arrive(browser, form);
    expect([back.status, back.body]).toMatchObject([403, { code: 'sign_in_refused' }]);
    expect(/"detail":"(\w+)"/.exec(test.logs())?.[1]).toBe(fault);
    expect(browser.cookies.has('session')).toBe(false);
    expect(await sessions()).toEqual([]);
  });

  // single-sign-on 5.2
  it('is refused with 1 MB of XML, before it is read', async () => {
    const browser = aBrowser();
    const form = provider.answer(await begin(browser), 'mei', {
      edit: (it) => it.replace('Front desk', 'x'.repeat(1024 * 1024)),
    });
    expect((await post(form)).status).toBe(413);
    expect((await arrive(browser, form)).status).toBe(400);
    expect(await sessions()).toEqual([]);
  });
});
