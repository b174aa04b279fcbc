import { describe, expect, it } from 'vitest';
import { usePortalPages } from '../../support/portal-pages.js';

describe('the dialogs that end or lower a role', () => {
  const portal = usePortalPages();

  // people 2.6; partner 6.8
  it('ask a partner what becomes of the keys of a person who is lowered or deactivated', async () => {
    const { world, tenant } = portal;
    const organisationId = await world.anOrganisation(tenant.clientId);
    const aPartner = async (name: string, role: 'partner_admin' | 'partner_user') => {
      const user = await world.aUser(tenant, { role, organisationId });
      await world.sql('UPDATE portal_users SET display_name = $2 WHERE user_id = $1', [user.userId, name]);
      for (const scope of ['partner_admin', 'partner_user'] as const)
        if (role === 'partner_admin')
          await world.aKey(tenant, scope, { createdBy: user.userId, organisationId });
      return user;
    };
    const chief = await aPartner('Ada Chief', 'partner_admin');
    const lowered = await aPartner('Leo Lowered', 'partner_admin');
    const leaver = await aPartner('Lea Leaver', 'partner_admin');
    await aPartner('Uma User', 'partner_user');
    await world.sql('UPDATE portal_user_client_assignments SET is_default = true WHERE user_id = $1', [
      chief.userId,
    ]);
    const { page } = await portal.signInAs(chief.subject, { path: '/settings?tab=people' });
    const act = async (name: string, action: string): Promise<void> => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const dialog = page.getByRole('dialog');

    await act('Leo Lowered', 'Change role');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Partner user' }).click();
    await dialog.getByText('Leo Lowered is responsible for one API key that').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 API key is revoked.').waitFor();
    await page.getByRole('row', { name: /Leo Lowered.*Partner user/ }).waitFor();

    await act('Lea Leaver', 'Deactivate');
    await dialog.getByText('Lea Leaver is responsible for 2 API keys that').waitFor();
    await dialog.getByRole('combobox', { name: 'Hand the keys to' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Ada Chief']);
    await page.getByRole('option', { name: 'Ada Chief' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('2 API keys are handed over.').waitFor();
    const live = await world.sql<{ created_by: string; scope: string }>(
      `SELECT created_by, scope FROM api_keys
        WHERE client_id = $1 AND organisation_id = $2 AND revoked_at IS NULL ORDER BY created_by = $3, scope`,
      [tenant.clientId, organisationId, chief.userId],
    );
    expect(live.filter(({ created_by }) => created_by === leaver.userId)).toEqual([]);
    expect(live.filter(({ created_by }) => created_by === lowered.userId)).toMatchObject([
      { scope: 'partner_user' },
    ]);
    expect(live.filter(({ created_by }) => created_by === chief.userId)).toHaveLength(4);
  });
});
