import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ConnectionRecord, DomainRecord } from '../../../api/generated';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { SignIn } from './SignIn';

const CONNECTIONS = '/security/sso/connections';
const DOMAINS = '/security/sso/domains';
const session = aSession({ 'client-a': 'client_admin' }, ['listSsoConnections']);
const OFFICE: ConnectionRecord = {
  connection_id: 'c-1',
  name: 'Head office',
  kind: 'oidc',
  state: 'draft',
  is_serving: false,
  issuer: 'https://login.example.com',
  client_id: 'telephony',
  client_secret_preview: '…cret',
  metadata_url: null,
  sign_in_url: null,
  certificate_expires_at_utc: null,
  domains: [],
  default_role: null,
  reply_url: 'https://portal.example.com/v1/portal/oidc/c-1/callback',
  entity_id: null,
  tested_at_utc: null,
  etag: 'e1',
  updated_at_utc: '2026-11-20T10:15:00.000Z',
  updated_by: session.user_id,
};
const DOMAIN: DomainRecord = {
  domain: 'example.com',
  status: 'pending',
  record_name: '_telephony-sign-in.example.com',
  record_value: 'telephony-domain=n3Zq0vXk8sYt2LwB',
  connection_id: null,
  checked_at_utc: null,
  last_found_at_utc: null,
};

const shown = (at: string, more: Answers = {}) =>
  show(<SignIn />, {
    at: `/settings?tab=signIn${at}`,
    session,
    answers: {
      [`GET ${CONNECTIONS}`]: { items: [OFFICE] },
      [`GET ${DOMAINS}`]: { items: [DOMAIN] },
      'GET /portal/names': { items: [] },
      ...more,
    },
  });

describe('the connections of a client', () => {
  // single-sign-on 2.1
  it('begin with a name and a protocol, and then show the addresses for the directory', async () => {
    const items: ConnectionRecord[] = [];
    const page = shown('', {
      [`GET ${CONNECTIONS}`]: () => ({ items }),
      [`POST ${CONNECTIONS}`]: () => {
        items.push({ ...OFFICE, kind: 'saml', entity_id: 'https://portal.example.com/saml' });
        return { ...items[0] };
      },
    });
    await screen.findByText('No connections yet');
    await page.user.click(screen.getByRole('button', { name: 'New connection' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Head office');
    await page.user.click(dialog.getByRole('radio', { name: /^SAML/ }));
    await page.user.click(dialog.getByRole('button', { name: 'Create the connection' }));
    await screen.findByText(OFFICE.reply_url);
    screen.getByText('https://portal.example.com/saml');
    expect(page.asked.find(({ method }) => method === 'POST')!.body).toEqual({
      name: 'Head office',
      kind: 'saml',
    });
    expect(page.search()['connection']).toBe('c-1');
  });

  // single-sign-on 2.2
  it('send only what was changed, under the state that was read, and never show a secret', async () => {
    const page = shown('&connection=c-1', {
      [`PATCH ${CONNECTIONS}/c-1`]: { ...OFFICE, etag: 'e2', client_secret_preview: '…ally' },
    });
    await page.user.type(await screen.findByLabelText('Client secret'), 'sesame-really');
    await page.user.click(screen.getByRole('combobox', { name: 'Domains' }));
    await page.user.click(await screen.findByRole('option', { name: 'example.com' }));
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Head office is saved.');
    const patch = page.asked.find(({ method }) => method === 'PATCH')!;
    expect(patch.headers.get('If-Match')).toBe('"e1"');
    expect(patch.body).toEqual({ client_secret: 'sesame-really', domains: ['example.com'] });
    expect(screen.getByLabelText<HTMLInputElement>('Client secret').value).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('sesame');
  });

  it('say at the field what the service does not take', async () => {
    const page = shown('&connection=c-1', {
      [`PATCH ${CONNECTIONS}/c-1`]: refusal(400, {
        code: 'validation_failed',
        details: { field_errors: [{ field: 'issuer', message: 'must be on the public internet' }] },
      }),
    });
    await page.user.type(await screen.findByRole('textbox', { name: 'Issuer' }), '/x');
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('must be on the public internet');
  });

  it('are deleted by their name, under the state that was read', async () => {
    const page = shown('&connection=c-1', {
      [`DELETE ${CONNECTIONS}/c-1`]: { connection_id: 'c-1', deleted_at_utc: '2026-11-20T10:15:00.000Z' },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.type(dialog.getByRole('textbox'), 'Head office');
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Head office is deleted.');
    const asked = page.asked.find(({ method }) => method === 'DELETE')!;
    expect(asked.headers.get('If-Match')).toBe('"e1"');
    await screen.findByRole('button', { name: 'New connection' });
  });

  it('have a state of a source that does not answer, and none for a foreign one', async () => {
    shown('', { [`GET ${CONNECTIONS}`]: refusal(503) });
    await screen.findByText('Single sign-on is not available');
  });

  it('look absent where there is no such one', async () => {
    shown('&connection=other');
    await screen.findByText(/There is no such page/);
  });
});

// single-sign-on 3.1, 3.3, 3.4
describe('the domains of a client', () => {
  it('show the record to copy, are verified, and say why one is not', async () => {
    const page = shown('', {
      [`POST ${DOMAINS}/example.com/verify`]: refusal(409, { message: 'The TXT record was not found.' }),
    });
    await screen.findByText(DOMAIN.record_value);
    await page.user.click(screen.getByRole('button', { name: 'Copy: Value' }));
    expect(await navigator.clipboard.readText()).toBe(DOMAIN.record_value);
    await page.user.click(screen.getByRole('button', { name: 'Verify' }));
    await screen.findByText('The TXT record was not found.');
  });

  it('are added, and removed', async () => {
    const page = shown('', {
      [`POST ${DOMAINS}`]: { ...DOMAIN },
      [`DELETE ${DOMAINS}/example.com`]: { domain: 'example.com', removed_at_utc: '' },
    });
    await page.user.type(await screen.findByRole('textbox', { name: 'New domain' }), 'Example.com ');
    await page.user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText(/example.com is in the list/);
    expect(page.asked.find(({ method }) => method === 'POST')!.body).toEqual({ domain: 'Example.com' });
    await page.user.click(screen.getByRole('button', { name: 'Remove' }));
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await screen.findByText('example.com is removed.');
  });

  it.each([
    ['verified', 'Verified'],
    ['lost', 'Lost'],
  ] as const)('say that one is %s', async (status, word) => {
    shown('', { [`GET ${DOMAINS}`]: { items: [{ ...DOMAIN, status, connection_id: 'c-1' }] } });
    await screen.findByText(word);
    expect(screen.queryAllByRole('button', { name: 'Verify' })).toHaveLength(status === 'verified' ? 0 : 1);
    expect(screen.getAllByText('Head office')).toHaveLength(2);
  });
});
