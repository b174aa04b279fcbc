import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MfaResponse } from '../../api/generated';
import { setFactorDue } from '../../api/step-up';
import { holdPasskey } from '../../testing/passkey';
import { aSession, expectHeld, refusal, show, type Answer, type Answers } from '../../testing/show';
import { SecurityPage } from './SecurityPage';

beforeEach(() => holdPasskey());

const MFA = '/portal/mfa';
const PHONE = {
  factor_id: 'f-1',
  kind: 'totp',
  name: 'Work phone',
  status: 'active',
  created_at_utc: '2026-11-20T10:15:00.000Z',
  last_used_at_utc: null,
} as const;
const NONE: MfaResponse = {
  factors: [],
  recovery_codes_left: 0,
  is_required: false,
  kinds: ['totp', 'webauthn'],
  stepped_up_until_utc: null,
};
const REGISTRATION = { challenge: 'Y2hhbGxlbmdl', rp: { name: 'Telephony' }, user: { id: 'cGVyc29u' } };
const ADDED = { ...PHONE, status: 'pending', secret: 'JBSWY3DPEHPK3PXP', registration: null };

const shown = (mfa: Partial<MfaResponse>, more: Answers = {}) =>
  show(<SecurityPage />, { at: '/security', answers: { [`GET ${MFA}`]: { ...NONE, ...mfa }, ...more } });

const choose = async (page: ReturnType<typeof shown>, kind: RegExp, name: string) => {
  await page.user.click(await screen.findByRole('button', { name: 'Add a factor' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a factor' }));
  await page.user.click(dialog.getByRole('radio', { name: kind }));
  await page.user.type(dialog.getByRole('textbox', { name: /^Name/ }), name);
  await page.user.click(dialog.getByRole('button', { name: 'Continue' }));
  return dialog;
};

// second-factors section 1
describe('the second factors of a person', () => {
  it('begin with an app, whose secret is a picture and a text, and with recovery codes', async () => {
    const uri = 'otpauth://totp/Telephony:Amelia?secret=JBSWY3DPEHPK3PXP';
    const page = shown(
      {},
      {
        [`POST ${MFA}/factors`]: { ...ADDED, otpauth_uri: uri },
        [`POST ${MFA}/factors/f-1/confirm`]: { ...PHONE },
        [`POST ${MFA}/recovery-codes`]: { codes: ['K7PXQ-3MABC', 'AAAAA-BBBBB'] },
      },
    );
    await screen.findByText('No second factors yet');
    const dialog = await choose(page, /^Authenticator app/, ' Work phone ');
    await dialog.findByRole('img', { name: 'QR code of the secret' });
    dialog.getByText('JBSWY3DPEHPK3PXP');
    await page.user.type(dialog.getByLabelText('Code from the app'), '123456');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Work phone is added.');
    await page.user.click(await screen.findByRole('button', { name: 'Create recovery codes' }));
    await screen.findByText(/K7PXQ-3MABC/);
    const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    expect(done.disabled).toBe(true);
    await page.user.click(screen.getByRole('checkbox', { name: 'I have stored it' }));
    await page.user.click(done);
    expect(screen.queryByText(/K7PXQ-3MABC/)).toBeNull();
    const [added, confirmed] = page.asked.filter(({ method }) => method === 'POST');
    expect([added!.body, confirmed!.body]).toEqual([
      { kind: 'totp', name: 'Work phone' },
      { code: '123456' },
    ]);
  });

  it('are passkeys that the browser makes, also after a dialog that was closed', async () => {
    holdPasskey(false);
    const page = shown(
      { recovery_codes_left: 10, factors: [PHONE] },
      {
        [`POST ${MFA}/factors`]: { ...ADDED, kind: 'webauthn', secret: null, registration: REGISTRATION },
        [`POST ${MFA}/factors/f-1/confirm`]: { ...PHONE, kind: 'webauthn', name: 'Key' },
      },
    );
    const dialog = await choose(page, /^Passkey/, 'Key');
    await page.user.click(await dialog.findByRole('button', { name: 'Create the passkey' }));
    await dialog.findByText(/the dialog was closed/);
    holdPasskey();
    await page.user.click(dialog.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Key is added.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.asked.find(({ path }) => path.endsWith('/confirm'))!.body).toMatchObject({
      response: { id: 'key-1', type: 'public-key' },
    });
  });

  it('keep the dialog of new recovery codes open until these are stored', async () => {
    const answer = Promise.withResolvers<{ codes: readonly string[] }>();
    const page = shown(
      { recovery_codes_left: 3, factors: [PHONE] },
      { [`POST ${MFA}/recovery-codes`]: () => answer.promise },
    );
    await page.user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await page.user.click(await screen.findByRole('button', { name: 'Create recovery codes' }));
    await expectHeld(page.user, ['Cancel', 'Close']);
    answer.resolve({ codes: ['K7PXQ-3MABC'] });
    await screen.findByText(/K7PXQ-3MABC/);
    await page.user.keyboard('{Escape}');
    screen.getByText(/K7PXQ-3MABC/);
  });

  it('say that a browser has no passkeys, and that there are too many factors', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    const page = shown(
      {},
      { [`POST ${MFA}/factors`]: refusal(409, { code: 'conflict', block_reason: 'too_many_factors' }) },
    );
    const dialog = await choose(page, /^Authenticator app/, 'Phone');
    dialog.getByText('This browser does not support passkeys.');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Passkey/ }).disabled).toBe(true);
    await dialog.findByText(/You have ten factors/);
  });

  it('show one that waits for its first proof, and one that does not count here', async () => {
    shown({
      factors: [
        { ...PHONE, status: 'pending' },
        { ...PHONE, factor_id: 'f-2' },
      ],
      kinds: ['webauthn'],
    });
    await screen.findByText('Waiting for its first use');
    screen.getByText(/It expires ten minutes after/);
    screen.getByText('This client does not accept this kind.');
  });

  it('keep the last one where the role needs it', async () => {
    shown({ factors: [PHONE], is_required: true });
    await screen.findByText('Your role needs a second factor, and you have one');
    screen.getByText('Your role needs it. Add another one before you remove it.');
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  it('keep the last one where a role of another client needs it', async () => {
    const page = shown(
      { factors: [PHONE], recovery_codes_left: 3 },
      {
        [`DELETE ${MFA}/factors/f-1`]: (): Answer =>
          refusal(409, { code: 'conflict', block_reason: 'last_factor_required' }),
      },
    );
    await screen.findByText('3 codes are left.');
    await page.user.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/Your recovery codes are removed with it/);
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText(/Add another one before you remove this one/);
  });

  it('are asked for where the role needs one and there is none', async () => {
    shown({ is_required: true });
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Your role needs a second factor');
  });

  it('are proved here where this session has not proved one', async () => {
    setFactorDue(true);
    const page = shown(
      { factors: [PHONE], is_required: true },
      {
        [`POST ${MFA}/step-up`]: { kinds: ['totp'], challenge_id: null, authentication: null },
        [`POST ${MFA}/step-up/confirm`]: { stepped_up_until_utc: '2026-11-20T10:15:00.000Z' },
      },
    );
    await page.user.type(await screen.findByLabelText('Code from your authenticator app'), '123456');
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Your role needs a second factor, and you have one');
  });

  it('have a state of a source that does not answer', async () => {
    shown({}, { [`GET ${MFA}`]: refusal(503) });
    await screen.findByText('Account security is not available');
  });

  // single-sign-on 4.5
  it('are beside the directories of the client, to which a person links the account', async () => {
    const assign = vi.fn();
    const { location } = window;
    vi.stubGlobal('location', { ...location, assign });
    const link = { connection_id: 'c-1', name: 'Head office', kind: 'oidc' } as const;
    const { user, asked } = show(<SecurityPage />, {
      at: '/security',
      session: aSession({ 'client-a': 'client_staff' }, ['listDirectoryLinks']),
      answers: {
        [`GET ${MFA}`]: { ...NONE },
        'GET /portal/directory-links': { items: [{ ...link, is_linked: false, linked_at_utc: null }] },
        'POST /portal/directory-links/c-1': { location: 'https://login.example.com/' },
      },
    });
    await screen.findByText('Not linked');
    await user.click(screen.getByRole('button', { name: 'Link' }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/'));
    expect(asked.find(({ method }) => method === 'POST')!.body).toEqual({ return_to: '/security' });
    vi.stubGlobal('location', location);
  });
});
