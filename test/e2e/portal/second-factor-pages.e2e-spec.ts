import { beforeEach, expect, it } from 'vitest';
import { accessibilityFaults, giveAuthenticator } from '../../support/chromium.js';
import { usePortalPages } from '../../support/portal-pages.js';

const portal = usePortalPages();
// The provider asks only for a password, so that each sign-in lacks a second factor.
beforeEach(() => (portal.provider.misbehaviour = { idClaims: { amr: ['pwd'] } }));

// second-factors 1.2, 1.3, 1.7, 3.1, 4.1, 4.3, 4.4
it('let a person add a passkey, and prove with it what the policy asks for', async () => {
  const { page, complaints, visit } = await portal.signIn('client_admin');
  await giveAuthenticator(page);
  const faults: string[] = [];

  await visit('/calls', 'Calls');
  await page.getByRole('button', { name: /subject/ }).click();
  await page.getByRole('menuitem', { name: 'Account security' }).click();
  await page.getByText('No second factors yet').waitFor();
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  faults.push(...(await accessibilityFaults(page)));
  await page.getByRole('button', { name: 'Add a factor' }).click();
  await page.getByRole('radio', { name: 'Passkey' }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.getByText(/[A-Z0-9]{5}-[A-Z0-9]{5}/).waitFor();
  faults.push(...(await accessibilityFaults(page)));
  await codes.getByRole('checkbox', { name: 'I have stored it' }).check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 codes are left.').waitFor();

  await visit('/settings?tab=signIn', 'Settings');
  await page.getByRole('checkbox', { name: 'Export the data of the client' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The policy on second factors is saved.').waitFor();

  await page.getByRole('button', { name: /subject/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  complaints.length = 0;

  await visit('/settings?tab=exports', 'Settings');
  await page.getByRole('button', { name: 'Start an export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start an export' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const passkey = proof.getByRole('button', { name: 'Use a passkey' });
  await passkey.waitFor();
  faults.push(...(await accessibilityFaults(page)));
  await passkey.click();
  await page.getByText('The export has started.').waitFor();
  const exports = await portal.world.sql('SELECT 1 FROM account_exports WHERE client_id = $1', [
    portal.tenant.clientId,
  ]);
  expect(exports).toHaveLength(1);
  // Chromium logs the refusal that opened the dialog.
  const others = complaints.filter((it) => !/status of 403/.test(it));
  expect([...faults, ...others]).toEqual([]);
  await page.context().close();
});
