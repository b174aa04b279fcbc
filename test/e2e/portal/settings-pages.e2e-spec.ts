import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashInvitationToken } from '../../../src/features/people/rules/invitation.policy.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePortalPages } from '../../support/portal-pages.js';

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

describe('the pages for people and their access', () => {
  const portal = usePortalPages();

  const failed = async (path: string, cookie = '', accept = HTML): Promise<[number, string | null]> => {
    const answer = await fetch(portal.url + path, { headers: { accept, cookie }, redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };

  /**
   * Starts a sign-in with /calls as its destination.
   * @returns the browser's cookie, and the address of the redirect
   */
  const begin = async (): Promise<[string, string]> => {
    const answer = await fetch(`${portal.url}/v1/portal/sign-in?return_to=/calls`, { redirect: 'manual' });
    return [answer.headers.getSetCookie()[0]!.split(';')[0]!, answer.headers.get('location')!];
  };

  // portal-sessions 1.11
  it('are where every failure of a sign-in ends in a browser, and in no program', async () => {
    const { provider, world, tenant } = portal;
    expect(await failed('/v1/portal/callback?state=unknown')).toEqual([303, '/sign-in?reason=expired']);
    expect(await failed('/v1/portal/callback?state=unknown', '', 'application/json')).toEqual([400, null]);

    const [cookie, location] = await begin();
    const state = new URL(location).searchParams.get('state') ?? '';
    const no = new URLSearchParams({ state, error: 'access_denied', iss: provider.issuer });
    const back = '&return_to=%2Fcalls';
    expect(await failed(`/v1/portal/callback?${no.toString()}`, cookie)).toEqual([
      303,
      `/sign-in?reason=denied${back}`,
    ]);

    const gone = await world.aUser(tenant, { role: 'client_staff' });
    await world.sql('UPDATE portal_users SET active = false WHERE user_id = $1', [gone.userId]);
    const [second, led] = await begin();
    expect(
      await failed(`/v1/portal/callback?${provider.approve(led, gone.subject).toString()}`, second),
    ).toEqual([303, `/sign-in?reason=no_access${back}`]);

    const [third, silent] = await begin();
    provider.misbehaviour = { token: 503 };
    expect(
      await failed(`/v1/portal/callback?${provider.approve(silent, gone.subject).toString()}`, third),
    ).toEqual([303, `/sign-in?reason=provider_unavailable${back}`]);
    provider.misbehaviour = {};
  });

  // portal-sessions 1.11, 6.5
  it('say in words why a sign-in failed, and that a person is signed out', async () => {
    const { page, complaints } = await portal.signIn('client_staff');
    await page.getByRole('button', { name: /subject/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto(`${portal.url}/v1/portal/callback?state=unknown`);
    await page.getByText('This sign-in took too long').waitFor();
    expect([...complaints, ...(await accessibilityFaults(page))]).toEqual([]);
    await page.context().close();
  });

  // people 4.1, 3.3; portal-sessions 1.10
  it('accept an invitation, whose token leaves the address at once and stays in no store of the browser', async () => {
    const { world, tenant, settings, provider } = portal;
    const inviter = await world.aUser(tenant, { role: 'client_admin' });
    const token = randomBytes(32).toString('base64url');
    await world.sql(
      `INSERT INTO person_invitations (client_id, data_env, invitation_id, role, email_sealed, email_hash, token_hash, sent_at,
                                       expires_at, created_by)
       VALUES ($1, $2, gen_random_uuid(), 'client_manager', '', '', $3, now(), now() + interval '7 days', $4)`,
      [tenant.clientId, tenant.dataEnv, hashInvitationToken(settings.apiKeys.pepper, token), inviter.userId],
    );
    const { page } = await portal.signIn('client_staff');
    await page.context().clearCookies();
    provider.present = 'a-guest-with-an-invitation';
    await page.goto(`${portal.url}/invitations#${token}`);
    // people 4.6
    await page.getByText(/invites you to the telephony portal of .* Your role: Manager/).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    const kept =
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate<string>(kept)).not.toContain(token);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Your name').fill('Mei Tanaka');
    await page.getByRole('button', { name: 'Accept the invitation' }).dblclick();
    await page.getByText('You have accepted the invitation').waitFor();
    expect(await page.evaluate<string>(kept)).not.toContain(token);
    expect(sent.join('\n')).not.toContain(token);
    const rows = await world.sql(
      `SELECT u.display_name, a.role FROM portal_users u JOIN portal_user_client_assignments a USING (user_id) WHERE subject = $1`,
      ['a-guest-with-an-invitation'],
    );
    expect(rows).toEqual([{ display_name: 'Mei Tanaka', role: 'client_manager' }]);
    // Back through the history: no entry contains the token.
    await page.goBack();
    expect(page.url()).not.toContain(token);
    await page.context().close();
  });

  // people 2.4, 2.6, 3.1
  it('let an administrator invite, change and deactivate people, and keep the last administrator', async () => {
    const { world, tenant } = portal;
    await world.sql('DELETE FROM portal_user_client_assignments');
    await world.sql('DELETE FROM person_invitations');
    const { page, person, visit } = await portal.signIn('client_admin');
    const staff = await world.aUser(tenant, { role: 'client_staff' });
    await world.sql(`UPDATE portal_users SET display_name = 'Tom Delaney' WHERE user_id = $1`, [
      staff.userId,
    ]);
    await visit('/settings?tab=people', 'Settings');

    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Email').fill('mei.tanaka@example.com');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Manager' }).click();
    await page.getByRole('button', { name: 'Send the invitation' }).dblclick();
    await page.getByRole('cell', { name: 'mei.tanaka@example.com', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Withdraw: mei.tanaka@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('cell', { name: 'Withdrawn' }).waitFor();
    const invitations = await world.sql(
      'SELECT role, withdrawn_at IS NOT NULL AS withdrawn FROM person_invitations WHERE client_id = $1',
      [tenant.clientId],
    );
    expect(invitations).toEqual([{ role: 'client_manager', withdrawn: true }]);

    const act = async (name: string, action: string): Promise<void> => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('Tom Delaney', 'Change role');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Manager' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Tom Delaney Manager/ }).waitFor();

    await act('Tom Delaney', 'Deactivate');
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('row', { name: /Tom Delaney Manager Deactivated/ }).waitFor();

    await act('subject', 'Deactivate');
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('This is the last active administrator.').waitFor();
    await page.keyboard.press('Escape');
    const roles = await world.sql(
      'SELECT user_id, role, active FROM portal_user_client_assignments WHERE client_id = $1 ORDER BY active',
      [tenant.clientId],
    );
    expect(roles).toEqual([
      { user_id: staff.userId, role: 'client_manager', active: false },
      { user_id: person.userId, role: 'client_admin', active: true },
    ]);
  });

  // privacy 2.4, 2.5; errors 4.3
  it('show both sides to the one of two who saves the privacy policy later', async () => {
    const { page, visit } = await portal.signIn('client_admin');
    await visit('/settings?tab=privacy', 'Settings');
    await page.getByRole('checkbox', { name: 'Staff: Transcript' }).check();
    const other = await page.context().newPage();
    await other.goto(`${portal.url}/settings?tab=privacy`);
    await other.getByRole('checkbox', { name: 'Manager: Summary' }).check();
    await other.getByRole('button', { name: 'Save', exact: true }).first().click();
    await other.getByText('The privacy policy is saved.').waitFor();
    await other.close();
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByRole('row', { name: 'Manager Summary Nothing' }).waitFor();
    await page.getByRole('row', { name: 'Staff Nothing Transcript' }).waitFor();
    await page.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('The privacy policy is saved.').waitFor();
    const policy = await page.evaluate<{ permissions: object }>(
      `fetch('/api/v1/privacy/pii-policy').then((answer) => answer.json())`,
    );
    expect(policy.permissions).toMatchObject({ client_staff: ['transcript'], client_manager: [] });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().close();
  });

  // campaigns 12.1, 12.2
  it('let an administrator set the pause between campaigns', async () => {
    const { page, visit } = await portal.signIn('client_admin');
    await visit('/settings?tab=outbound', 'Settings');
    const hours = page.getByLabel('Hours between campaigns');
    expect(await hours.inputValue()).toBe('24');
    await hours.fill('48');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The pause is saved.').waitFor();
    await page.reload();
    await hours.waitFor();
    expect(await hours.inputValue()).toBe('48');
    await page.context().close();
  });

  // access 8.7
  it('warn before a list of networks is sent that shuts out the person who saves it', async () => {
    const { page, visit } = await portal.signIn('client_admin');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    await visit('/settings?tab=allowlist', 'Settings');
    await page.getByRole('button', { name: 'Add a network' }).click();
    await page.getByLabel('Network 1', { exact: true }).fill('203.0.113.0/24');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'This list locks you out' }).waitFor();
    expect(sent).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add your address' }).click();
    // Chromium discards bodies when it loads more.
    const answered = page
      .waitForResponse((it) => it.request().method() === 'PUT')
      .then((it) => it.json() as Promise<unknown>);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The list of networks is saved.').waitFor();
    expect(await answered).toMatchObject({
      entries: [{ network: '127.0.0.1/32', label: 'My address' }, { network: '203.0.113.0/24' }],
    });
    expect(sent).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove 203.0.113.0/24' }).click();
    await page.getByRole('button', { name: 'Remove 127.0.0.1/32' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('No networks: every address is allowed.').waitFor();
    await page.context().close();
  });

  // partner-clients 5.2, 5.5, 6.3, 6.5, 7.5, 7.6
  it('let a partner set a client up, follow it until it is active, and assign people', async () => {
    const { world } = portal;
    const { page, person, visit } = await portal.signIn('partner_admin', {
      viewport: { width: 390, height: 844 },
    });
    const colleague = await world.aPerson();
    await world.sql(
      `INSERT INTO partner_organisation_members (organisation_id, user_id)
       SELECT organisation_id, $1 FROM partner_organisation_members WHERE user_id = $2`,
      [colleague.userId, person.userId],
    );
    await page.clock.install();
    await visit('/clients', 'Clients');
    expect(await page.getByRole('button', { name: 'Add a client' }).count()).toBe(0);
    await visit('/settings?tab=clients', 'Settings');
    await page.getByRole('button', { name: 'Add a client' }).click();
    await page.getByLabel('Business name').fill('Lorikeet Dental');
    await page.getByLabel('Website').fill('lorikeet-dental.example');
    await page.getByLabel('Contact person').fill('Mei Tanaka');
    await page.getByLabel('Business email').fill('office@lorikeet-dental.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a client' }).dblclick();
    const people = page.getByRole('dialog', { name: 'Assigned people of Lorikeet Dental' });
    await people.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByText('Being set up', { exact: true }).waitFor();
    await world.sql(`UPDATE clients SET status = 'active' WHERE client_id = 'lorikeet-dental'`);
    await page.clock.fastForward(10_000);
    await page.getByText('Being set up', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Person to assign' }).click();
    await page.getByRole('option', { name: colleague.subject }).click();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('button', { name: `Remove ${colleague.subject}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('At least one partner user and one administrator must stay assigned').waitFor();
    const assigned = await world.sql(
      `SELECT user_id, role FROM portal_user_client_assignments WHERE client_id = 'lorikeet-dental' AND active ORDER BY role`,
    );
    expect(assigned).toEqual([
      { user_id: person.userId, role: 'partner_admin' },
      { user_id: colleague.userId, role: 'partner_user' },
    ]);
    await page.context().close();
  });

  // partner-clients 3.1
  it('find one of 10,000 clients without a request, and say what to do without any', async () => {
    const { page, visit } = await portal.signIn('partner_admin');
    const count = { state: 'ready', count: 1 };
    const clients = (many: number) =>
      Array.from({ length: many }, (_, n) => ({
        client_id: `client-${n}`,
        business_name: `Practice ${n} \u202eof somebody`,
        status: 'active',
        projects: count,
        draft_count: count,
        open_support_count: { state: 'ready', count: 0 },
      }));
    let many = 10_000;
    const asked: string[] = [];
    await page.route('**/api/partner-clients', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ json: { items: clients(many), as_of_utc: '2026-11-27T00:00:00.000Z' } });
    });
    await visit('/clients', 'Clients');
    await page.keyboard.press('/');
    await page.keyboard.type('practice 9876');
    await page.getByText('1 client', { exact: false }).waitFor();
    await page.getByRole('button', { name: /Practice 9876/ }).waitFor();
    expect(asked).toHaveLength(1);
    many = 0;
    await visit('/clients', 'Clients');
    await page.getByText('No clients yet').waitFor();
    await page.context().close();
  });

  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
    ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
  ] as const)('have no fault that axe or the browser finds: %s', async (_, options) => {
    const { page, complaints, visit } = await portal.signIn('client_admin', options);
    const faults: string[] = [];
    for (const tab of ['sessions', 'people', 'addresses', 'privacy', 'outbound', 'allowlist']) {
      await visit(`/settings?tab=${tab}`, 'Settings');
      faults.push(...(await accessibilityFaults(page)).map((it) => `${tab}: ${it}`));
    }
    await visit('/settings?tab=people', 'Settings');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText('Enter an address such as').waitFor();
    faults.push(...(await accessibilityFaults(page)));
    expect([...faults, ...complaints]).toEqual([]);
    await page.context().close();
  });
});
