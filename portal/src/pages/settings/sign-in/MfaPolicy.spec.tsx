import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MfaPolicyResponse, MfaResponse } from '../../../api/generated';
import { aSession, refusal, show, type Answers } from '../../../testing/show';
import { MfaPolicy } from './MfaPolicy';

const ROUTE = '/security/mfa-policy';
const session = aSession({ 'client-a': 'client_admin' }, ['getMfaPolicy', 'saveMfaPolicy']);
const UNSAVED: MfaPolicyResponse = {
  required_roles: [],
  kinds: ['totp', 'webauthn'],
  step_up_for: [],
  step_up_minutes: 10,
  etag: 'default',
  updated_at_utc: null,
  updated_by: null,
};
const NO_FACTORS: MfaResponse = {
  factors: [],
  recovery_codes_left: 0,
  is_required: false,
  kinds: ['totp', 'webauthn'],
  stepped_up_until_utc: null,
};

// second-factors section 3
describe('the policy on second factors', () => {
  const shown = (more: Answers = {}) =>
    show(<MfaPolicy />, {
      session,
      answers: { [`GET ${ROUTE}`]: { ...UNSAVED }, 'GET /portal/mfa': { ...NO_FACTORS }, ...more },
    });

  it('asks for nothing until it is saved, and is saved under the state that was read', async () => {
    const page = shown({
      [`PUT ${ROUTE}`]: ({ body }) => ({ ...UNSAVED, ...(body as object), etag: '1' }),
    });
    await screen.findByText('Until it is saved, this policy asks for nothing.');
    await page.user.click(screen.getByRole('checkbox', { name: 'Staff' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Create, rotate and revoke API keys' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Authenticator app' }));
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The policy on second factors is saved.');
    const put = page.asked.find(({ method }) => method === 'PUT')!;
    expect(put.headers.get('If-Match')).toBe('"default"');
    expect(put.body).toEqual({
      required_roles: ['client_staff'],
      kinds: ['webauthn'],
      step_up_for: ['api_keys'],
      step_up_minutes: 10,
    });
  });

  it('warns the administrator who has no factor that it accepts', async () => {
    const page = shown();
    const own = await screen.findByRole('checkbox', { name: 'Administrator' });
    expect(screen.queryByText(/You have no factor/)).toBeNull();
    await page.user.click(own);
    await screen.findByText(/You have no factor that this policy accepts/);
  });

  it('is not sent without a kind', async () => {
    const page = shown();
    await page.user.click(await screen.findByRole('checkbox', { name: 'Passkey' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Authenticator app' }));
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Choose at least one kind.');
    expect(page.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('shows both sides where somebody else saved', async () => {
    let saved: MfaPolicyResponse = UNSAVED;
    const page = shown({
      [`GET ${ROUTE}`]: () => ({ ...saved }),
      [`PUT ${ROUTE}`]: () => {
        saved = { ...UNSAVED, required_roles: ['client_manager'], etag: '2' };
        return refusal(400, {
          code: 'stale_settings',
          details: { stale: { current: '2', changed_paths: null } },
        });
      },
    });
    await page.user.click(await screen.findByRole('checkbox', { name: 'Staff' }));
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Both sides');
    expect(screen.getAllByText('Manager').length).toBeGreaterThan(1);
  });
});
