import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PersonResponse } from '../../../api/generated';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { People } from './People';

const session = aSession({ 'client-a': 'partner_admin' }, ['listPeople', 'listApiKeys']);
const aPerson = (user_id: string, display_name: string, role: PersonResponse['role']) => ({
  user_id,
  display_name,
  role,
  client_id: 'client-a',
  active: true,
  email_masked: null,
  last_seen_at_utc: null,
  etag: `etag-${user_id}`,
});
const people = [
  aPerson('chief', 'Ada Chief', 'partner_admin'),
  aPerson('leaver', 'Lea Leaver', 'partner_admin'),
  aPerson('user', 'Uma User', 'partner_user'),
];
const pagination = { page: 1, page_size: 25, total_pages: 1, total_records: people.length };
const keys = ['partner_admin', 'partner_user'].map((scope) => ({
  created_by: 'leaver',
  status: 'active',
  scope,
}));

const answers: Answers = {
  'GET /portal/people': { items: people, pagination, grantable_roles: ['partner_admin', 'partner_user'] },
  'GET /portal/invitations': { items: [], pagination },
  'GET /partner/api-keys': { items: keys },
};

describe('the people of a client', () => {
  const shown = (more: Answers = {}) =>
    show(<People session={session} />, { session, answers: { ...answers, ...more } });
  const act = async ({ user }: ReturnType<typeof shown>, name: string, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    return within(await screen.findByRole('dialog'));
  };

  // people 2.6; partner 6.8
  it('hand the keys of one who leaves to a colleague who may hold them', async () => {
    const settled = { ...people[1]!, api_keys: { ended: 0, handed_over: 2 }, withdrawn_invitations: 1 };
    const page = shown({ 'POST /portal/people/leaver/deactivate': settled });
    const dialog = await act(page, 'Lea Leaver', 'Deactivate');
    await dialog.findByText(/Lea Leaver is responsible for 2 API keys that/);
    await page.user.click(dialog.getByRole('combobox', { name: 'Hand the keys to' }));
    // Neither the person, nor anyone with a lower role.
    const heirs = await screen.findAllByRole('option');
    expect(heirs.map(({ textContent }) => textContent)).toEqual(['Ada Chief']);
    await page.user.click(heirs[0]!);
    await page.user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    await screen.findByText(
      /Lea Leaver is deactivated. 2 API keys are handed over. 1 invitation is withdrawn/,
    );
    const { body, headers } = page.asked.find(({ method }) => method === 'POST')!;
    expect([body, headers.get('idempotency-key')]).toEqual([
      { keep_api_keys_with: 'chief' },
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  it('say what a lower role costs, and change it in the state that was shown', async () => {
    const changed = { ...people[1]!, role: 'partner_user', api_keys: { ended: 1, handed_over: 0 } };
    const page = shown({ 'PATCH /portal/people/leaver': changed });
    const dialog = await act(page, 'Lea Leaver', 'Change role');
    await page.user.click(dialog.getByRole('combobox', { name: 'Role' }));
    await page.user.click(await screen.findByRole('option', { name: 'Partner user' }));
    await dialog.findByText(/Lea Leaver is responsible for one API key that/);
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText(/1 API key is revoked/);
    const { body, headers } = page.asked.find(({ method }) => method === 'PATCH')!;
    expect([body, headers.get('if-match')]).toEqual([{ role: 'partner_user' }, '"etag-leaver"']);
  });

  // second-factors 6.1, 6.2
  it('have their second factors reset by an administrator who may, and not by themselves', async () => {
    const may = aSession({ 'client-a': 'partner_admin' }, ['listPeople', 'resetPersonFactors']);
    const self = { ...people[0]!, user_id: may.user_id, display_name: 'Kim Person' };
    let isElsewhere = true;
    const { user } = show(<People session={may} />, {
      session: may,
      answers: {
        ...answers,
        'GET /portal/people': { items: [self, people[1]], pagination, grantable_roles: [] },
        'POST /portal/people/leaver/mfa-reset': () =>
          isElsewhere ? refusal(409, { block_reason: 'role_elsewhere' }) : { factors_removed: 2 },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Kim Person' }));
    await screen.findByRole('menuitem', { name: 'Deactivate' });
    expect(screen.queryByRole('menuitem', { name: 'Reset second factors' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for Lea Leaver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reset second factors' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Reset second factors' }));
    await dialog.findByText(/This person also works for another client/);
    isElsewhere = false;
    await user.click(dialog.getByRole('button', { name: 'Reset second factors' }));
    await screen.findByText(/2 factors of Lea Leaver are removed/);
  });

  it('are invited once the address and the role are there, and the draft outlives a refusal', async () => {
    const page = shown({ 'POST /portal/invitations': refusal(401) });
    await page.user.click(await screen.findByRole('button', { name: 'Invite a person' }));
    const dialog = within(await screen.findByRole('dialog'));
    const email = dialog.getByLabelText<HTMLInputElement>('Email');
    await page.user.type(email, 'mei');
    await page.user.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    await dialog.findByText(/Enter an address such as/);
    dialog.getByText('Choose a role');
    expect(page.asked.some(({ method }) => method === 'POST')).toBe(false);
    await page.user.type(email, '@example.com');
    await page.user.click(dialog.getByRole('combobox', { name: 'Role' }));
    await page.user.click(await screen.findByRole('option', { name: 'Partner user' }));
    await page.user.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    await dialog.findByText(/Your input is kept in this tab/);
    expect(page.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'mei@example.com',
      role: 'partner_user',
    });
    expect(email.value).toBe('mei@example.com');
  });

  it('show the fault of a field beside it', async () => {
    const fault = { details: { field_errors: { email: 'is invited already' } } };
    const page = shown({ 'POST /portal/invitations': refusal(422, fault) });
    await page.user.click(await screen.findByRole('button', { name: 'Invite a person' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.type(dialog.getByLabelText('Email'), 'mei@example.com');
    await page.user.click(dialog.getByRole('combobox', { name: 'Role' }));
    await page.user.click(await screen.findByRole('option', { name: 'Partner user' }));
    await page.user.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    await waitFor(() => expect(dialog.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'));
    dialog.getByText('is invited already');
  });
});
