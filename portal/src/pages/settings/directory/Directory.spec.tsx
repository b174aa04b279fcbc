import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DirectoryResponse } from '../../../api/generated';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { Directory } from './Directory';

const ROUTE = '/security/scim';
const session = aSession({ 'client-a': 'client_admin' }, ['getDirectory', 'saveDirectory']);
const TOKEN = {
  token_id: 't-1',
  name: 'Entra ID',
  last_four: 'k3Zd',
  status: 'active',
  created_at_utc: '2026-11-20T10:15:00.000Z',
  created_by: session.user_id,
  expires_at_utc: '2027-11-20T10:15:00.000Z',
  last_used_at_utc: null,
} as const;
const SETUP: DirectoryResponse = {
  client_id: 'client-a',
  data_env: 'prod',
  on: true,
  keys_end_with_person: true,
  group_roles: [{ group: 'Telephony', role: 'client_staff' }],
  base_path: '/v1/security/scim/v2',
  people: 42,
  active_people: 40,
  groups: [{ name: 'Telephony', members: 12, role: 'client_staff' }],
  linked: [],
  tokens: [TOKEN],
  events: [
    {
      event_id: 'e-1',
      at_utc: '2026-11-20T10:15:00.000Z',
      operation: 'user.create',
      resource_id: null,
      status: 409,
      reason: 'A person with this userName exists.',
    },
  ],
  etag: 'f'.repeat(24),
  updated_at_utc: null,
  updated_by: null,
};

// directory 2.1, 6.1
describe('the directory of a client', () => {
  const shown = (more: Answers = {}) =>
    show(<Directory />, { session, answers: { [`GET ${ROUTE}`]: { ...SETUP }, ...more } });

  it('shows its base address, its people, and why an event failed', async () => {
    shown();
    await screen.findByText(/\/v1\/security\/scim\/v2$/);
    screen.getByText('40 of 42 people from the directory are active.');
    screen.getByText('Create a person');
    screen.getByText('Failed (409)');
    screen.getByText('A person with this userName exists.');
  });

  it('says what comes next where nothing is there yet', async () => {
    shown({ [`GET ${ROUTE}`]: { ...SETUP, on: false, group_roles: [], tokens: [], events: [] } });
    for (const text of ['No tokens yet', 'No events yet']) expect(await screen.findByText(text)).toBeTruthy();
    screen.getByText('No group has a role yet, so people from the directory have no access.');
  });

  it('gives a group a role under the state that was read', async () => {
    const page = shown({ [`PUT ${ROUTE}`]: { ...SETUP, etag: 'e'.repeat(24) } });
    await page.user.click(await screen.findByRole('button', { name: 'Add a group' }));
    await page.user.type(screen.getByRole('textbox', { name: 'Group 2' }), ' Front desk ');
    await page.user.click(screen.getByRole('checkbox', { name: 'API keys of a person end with the role' }));
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The directory is saved.');
    const put = page.asked.find(({ method }) => method === 'PUT')!;
    expect(put.headers.get('If-Match')).toBe(`"${SETUP.etag}"`);
    expect(put.body).toEqual({
      on: true,
      keys_end_with_person: false,
      group_roles: [...SETUP.group_roles, { group: 'Front desk', role: 'client_staff' }],
    });
  });

  it('shows a new token once', async () => {
    const page = shown({
      [`POST ${ROUTE}/tokens`]: { ...TOKEN, secret: 'scim-svc_prod_secret', secret_available: true },
    });
    await page.user.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Okta');
    await page.user.click(dialog.getByRole('button', { name: 'Create the token' }));
    await dialog.findByText('scim-svc_prod_secret');
    expect(page.asked.find(({ method }) => method === 'POST')!.body).toEqual({ name: 'Okta' });
  });

  it('ends a token, and says why it did not', async () => {
    const page = shown({ [`DELETE ${ROUTE}/tokens/t-1`]: refusal(429, { code: 'rate_limited' }) });
    await page.user.click(await screen.findByRole('button', { name: 'End the token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'End the token' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
  });
});
