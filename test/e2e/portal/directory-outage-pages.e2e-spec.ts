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

// single-sign-on 2.1, 3.3, 4.1, 4.5, 4.7, 6.1, 7.2, 7.3, 7.6, 7.8; break-glass 3.1, 3.3, 3.4, 3.5
it('a client requires its directory, and a holder mends the sign-in when that is gone', async () => {
  const directory = await OpenIdProvider.start();
  const other = await portal.world.aUser(portal.tenant, { role: 'client_admin' });
  const { page, person } = await portal.signIn('client_admin');
  const { world } = portal;
  const faults: string[] = [];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
    // Closes the list, which covers what is below it.
    await page.keyboard.press('Tab');
  };
  await giveAuthenticator(page);

  // The domain and the connection.
  await page.goto(`${portal.url}/settings?tab=signIn`);
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

  // The test, with the directory's claims; after it, people may sign in.
  directory.present = person.subject;
  await button('Test the sign-in').click();
  const claims = page.getByRole('table', { name: 'Claims of the directory' });
  await claims.getByRole('cell', { name: directory.issuer }).waitFor();
  faults.push(...(await accessibilityFaults(page)));
  await button('Let people sign in').click();
  await page.getByText('People can sign in through Head office.').waitFor();

  // The holder's passkey, and the account that the directory knows.
  await page.goto(`${portal.url}/security`);
  await button('Link').click();
  await button('Link another account').waitFor();
  await button('Add a factor').click();
  await page.getByRole('radio', { name: 'Passkey' }).check();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await button('Continue').click();
  await button('Create the passkey').click();
  await button('Create recovery codes').waitFor();
  await world.sql(
    `INSERT INTO second_factors (factor_id, user_id, kind, name, created_at, confirmed_at)
     VALUES (gen_random_uuid(), $1, 'webauthn', 'Key', now(), now())`,
    [other.userId],
  );
  await world.sql(
    `INSERT INTO break_glass_holders (client_id, data_env, user_id, added_at, added_by, proved_at, proved_factor_id)
     SELECT $1, $2, f.user_id, now(), 'test', now(), f.factor_id
       FROM second_factors f WHERE f.user_id = ANY($3::uuid[]) AND f.kind = 'webauthn'`,
    [portal.tenant.clientId, portal.tenant.dataEnv, [person.userId, other.userId]],
  );

  // From the email address to the directory and back; the other administrator is locked out.
  await page.goto(`${portal.url}/settings?tab=signIn`);
  await page.getByRole('link', { name: 'Sign in through Head office' }).click();
  const address = page.getByRole('textbox', { name: 'Your email address' });
  await address.fill(`mei@${DOMAIN}`);
  await button('Continue').click();
  await page.getByRole('checkbox', { name: /^Lock this person out/ }).check();
  await button('Require it').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click();
  await page.getByText('The connection is required.').waitFor();
  faults.push(...(await accessibilityFaults(page)));

  // The other administrator signs in as before, and is sent through the directory, which links the
  // account.
  const email = `other@${DOMAIN}`;
  await page.evaluate(
    (body) =>
      fetch('/api/v1/portal/invitations', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'invite-1' },
        body,
      }),
    JSON.stringify({ email, role: 'client_admin' }),
  );
  await world.sql(
    'UPDATE person_invitations SET accepted_at = now(), accepted_by = $2 WHERE client_id = $1',
    [portal.tenant.clientId, other.userId],
  );
  const { page: theirs } = await portal.signInAs(other.subject, { heading: 'Sign in with your directory' });
  faults.push(...(await accessibilityFaults(theirs)));
  directory.present = 'account-of-the-other';
  directory.misbehaviour = { idClaims: { email } };
  await theirs.getByRole('button', { name: 'Continue with Head office' }).click();
  await theirs.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  await theirs.context().close();

  // The directory is down, but the passkey still works; from here on in German.
  await directory.stop();
  await page.context().clearCookies();
  await page.evaluate(`localStorage.setItem('language', 'de')`);
  await page.goto(`${portal.url}/sign-in`);
  await page.getByRole('textbox', { name: 'Ihre E-Mail-Adresse' }).fill(`mei@${DOMAIN}`);
  await button('Weiter').click();
  await page.getByRole('link', { name: /^Personen mit Notzugang/ }).click();
  await button('Mit Passkey anmelden').waitFor();
  faults.push(...(await accessibilityFaults(page)));
  await button('Mit Passkey anmelden').click();
  await page
    .getByRole('textbox', { name: 'Wofür brauchen Sie ihn?' })
    .fill('Das Verzeichnis antwortet nicht.');
  await button('Für 60 Minuten öffnen').click();
  await page.getByText(/^Sie sind über den Notzugang angemeldet/).waitFor();
  await button('Pflicht aufheben').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pflicht aufheben' }).click();
  await page.getByText('Die Verbindung ist keine Pflicht mehr.').waitFor();
  faults.push(...(await accessibilityFaults(page)));
  await button('Notzugang schließen').click();
  await page.getByText('Sie sind abgemeldet.').waitFor();

  expect(faults).toEqual([]);
  const { clientId } = portal.tenant;
  expect(
    await world.sql(
      `SELECT closed_by = $2 AS by_holder, (SELECT count(*)::integer FROM tenant_required_connections WHERE client_id = $1) AS required
         FROM break_glass_uses WHERE client_id = $1`,
      [clientId, person.userId],
    ),
  ).toEqual([{ by_holder: true, required: 0 }]);
  await page.context().close();
});
