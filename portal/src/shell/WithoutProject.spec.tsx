import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show } from '../testing/show';
import { UnlessWithoutProject } from './WithoutProject';

const PROJECTS = 'GET /projects';
const OPERATIONS: Readonly<Record<string, readonly ('listApiKeys' | 'createApiKey')[]>> = {
  partner_user: ['listApiKeys'],
  partner_admin: ['listApiKeys', 'createApiKey'],
};
const shown = (role: string, pathname: string, items: readonly object[]) =>
  show(
    <UnlessWithoutProject pathname={pathname}>
      <p>0 calls</p>
    </UnlessWithoutProject>,
    { session: aSession({ 'client-a': role }, OPERATIONS[role]), answers: { [PROJECTS]: { items } } },
  );

describe('a page of projects', () => {
  it.each(['/analytics', '/follow-up'])(
    'says to a partner_user whom to ask on %s, and shows no zeros',
    async (pathname) => {
      shown('partner_user', pathname, []);
      await screen.findByRole('heading', {
        name: 'No project of Business of client-a is assigned to you yet',
      });
      screen.getByText(/^Ask a partner administrator of your organisation/);
      expect(screen.queryByText('0 calls')).toBeNull();
    },
  );

  it.each([
    ['partner_user', '/analytics', [{ project_id: 'p', display_name: 'Desk' }]],
    ['partner_user', '/settings', []],
    ['partner_user', '/alerts', []],
    ['partner_user', '/integrations', []],
    ['partner_admin', '/analytics', []],
  ])('is there for a %s on %s', async (role, pathname, items) => {
    shown(role, pathname, items);
    await screen.findByText('0 calls');
  });
});
