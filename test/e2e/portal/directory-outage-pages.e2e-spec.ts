import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults, giveAuthenticator } from '../../support/chromium.js';
import { NameServer } from '../../support/name-server.js';
import { OpenIdProvider, SECRET } from '../../support/openid-provider.js';
import { perSuite } from '../../support/frames.js';
import { usePortalPages } from '../../support/portal-pages.js';

const names = perSuite(
  () => NameServer.start(),
  (it) => it.close(),
);
const portal = usePortalPages(() => ({
  OUTBOUND_LOOPBACK: 'open',
  OUTBOUND_NAME_SERVERS: names.address,
}));
const DOMAIN = 'outage.example';

/** Axe's findings on a page in both languages. @param heading of its German version */
async function faultsInBoth(page: Page, heading: string): Promise<string[]> {
  const english = await accessibilityFaults(page);
  await page.evaluate(`localStorage.setItem('language', 'de')`);
  await page.reload();
  await page.getByRole('heading', { name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  const german = await accessibilityFaults(page);
  await page.evaluate(`localStorage.setItem('language', 'en')`);
  await page.reload();
  return [...english, ...german];
}

// single-sign-on 2.1, 3.3, 4.1, 4.5, 4.7, 6.1, 7.2, 7.3, 7.6; break-glass 2.3, 3.1, 3.3, 3.4, 3.5
it('a client requires its directory, and a holder mends the sign-in when that is gone', async () => {
  const directory = await OpenIdProvider.start();
  const other = await portal.world.aUser(portal.tenant, { role: 'client_admin' });
  const { page, person, visit } = await portal.signIn('client_admin');
  const { world } = portal;
  const faults: string[] = [];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await giveAuthenticator(page);

  // The domain and the connection.
  await visit('/settings?tab=signIn', 'Settings');
  await page.getByRole('textbox', { name: 'New domain' }).fill(DOMAIN);
  await button('Add').click();
  names.tellText(`_telephony-sign-in.${DOMAIN}`, [await page.getByText(/^telephony-domain=/).innerText()]);
  await button('Verify').click();
  await page.getByText(`${DOMAIN} is verified.`).waitFor();
  await button('New connection').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Head office');
  await button('Create the connection').click();
  await page.getByRole('textbox', { name: 'Issuer' }).fill(directory.issuer);
  await page.getByRole('textbox', { name: 'Client ID' }).fill('portal');
  await page.getByLabel('Client secret').fill(SECRET);
  await choose('Domains', DOMAIN);
  await button('Save').click();
  await page.getByText('Head office is saved.').waitFor();

  // The test, with the claims of the directory; then people may sign in.
  directory.present = person.subject;
  await button('Test the sign-in').click();
  const claims = page.getByRole('table', { name: 'Claims of the directory' });
  await claims.getByRole('cell', { name: directory.issuer }).waitFor();
  faults.push(...(await faultsInBoth(page, '3. Testen Sie die Anmeldung')));
  await button('Let people sign in').click();
  await page.getByText('People can sign in through Head office.').waitFor();

  // The holder's passkey, and the account that the directory knows.
  await visit('/security', 'Account security');
  await button('Link').click();
  await button('Link another account').waitFor();
  await button('Add a factor').click();
  await page.getByRole('radio', { name: 'Passkey' }).check();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await button('Continue').click();
  await button('Make the passkey').click();
  await button('Make recovery codes').waitFor();
  await world.sql(
    `INSERT INTO second_factors (factor_id, user_id, kind, name, created_at, confirmed_at)
     VALUES (gen_random_uuid(), $1, 'webauthn', 'Key', now(), now())`,
    [other.userId],
  );
  await visit('/settings?tab=break-glass', 'Settings');
  await button('Choose the holders').click();
  for (const { userId } of [person, other]) {
    const [{ display_name: name }] = (await world.sql<{ display_name: string }>(
      'SELECT display_name FROM portal_users WHERE user_id = $1',
      [userId],
    )) as [{ display_name: string }];
    await choose('Administrators', name);
  }
  await button('Save').click();
  await page.getByText('The holders are saved.').waitFor();
  await world.sql('UPDATE break_glass_holders SET proved_at = now() WHERE user_id = $1', [other.userId]);
  await button('Prove my passkey').click();
  await page.getByText('Your passkey works.').waitFor();

  // By address to the directory and back; the other administrator is shut out.
  await visit('/settings?tab=signIn', 'Settings');
  await page.getByRole('link', { name: 'Sign in through Head office' }).click();
  const address = page.getByRole('textbox', { name: 'Your email address' });
  await address.fill(`mei@${DOMAIN}`);
  await button('Continue').click();
  await page.getByRole('checkbox', { name: /^Shut this person out/ }).check();
  await button('Require it').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click();
  await page.getByText('The connection is required.').waitFor();
  faults.push(...(await faultsInBoth(page, 'Anmeldung nur über das Verzeichnis')));

  // The directory is gone; the passkey is not.
  await directory.stop();
  await page.context().clearCookies();
  await page.goto(`${portal.url}/sign-in`);
  await address.fill(`mei@${DOMAIN}`);
  await button('Continue').click();
  await page.getByText(/The identity provider does not answer/).waitFor();
  await page.getByRole('link', { name: /^Break-glass holders/ }).click();
  await button('Sign in with a passkey').waitFor();
  faults.push(...(await faultsInBoth(page, 'Notzugang')));
  await button('Sign in with a passkey').click();
  await page.getByRole('textbox', { name: 'Why do you need it?' }).fill('The directory does not answer.');
  await button('Open for 60 minutes').click();
  const banner = page.getByText(/You are signed in by break-glass/);
  await banner.waitFor();
  await button('Stop requiring it').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop requiring it' }).click();
  await page.getByText('The connection is no longer required.').waitFor();
  faults.push(...(await faultsInBoth(page, 'Anmeldung nur über das Verzeichnis')));
  await button('Close the use').click();
  await page.getByText('You are signed out.').waitFor();

  expect(faults).toEqual([]);
  expect(
    await world.sql(
      `SELECT action FROM audit_events WHERE client_id = $1 AND break_glass_id IS NOT NULL AND outcome = 'success'
        ORDER BY occurred_at`,
      [portal.tenant.clientId],
    ),
  ).toEqual([]);
  await page.context().close();
}, 240_000);
