import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../session/rights';
import type { Session } from '../../session/session';
import { aSession, show } from '../../testing/show';
import { closedPage } from '../pages';
import { Elsewhere } from './Elsewhere';
import { useShownPath } from './shown';

const EVERYONE = ['getCallSummary', 'listCalls', 'listFollowUps', 'listAlerts', 'getStatus'] as const;
const PARTNER = [
  ...EVERYONE,
  'listPartnerClients',
  'getProjectLifecycle',
  'listKnowledgeSources',
  'listOutboundCampaigns',
  'listApiKeys',
] as const;
const CUSTOMER = [...EVERYONE, 'listKnowledgeSources'] as const;
/** The operations of the menu, by role. */
const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  partner_admin: [...PARTNER, 'getBillingOverview'],
  partner_user: PARTNER,
  client_admin: [...CUSTOMER, 'listCallerRequests', 'getBillingOverview'],
  client_manager: [...CUSTOMER, 'getBillingOverview'],
  client_staff: CUSTOMER,
  service_operator: [...EVERYONE, 'getProjectLifecycle', 'listOutboundCampaigns', 'listCallerRequests'],
};
const PARTNERS = ['partner_admin', 'partner_user'];
const CUSTOMERS = ['client_admin', 'client_manager', 'client_staff'];

const sessionOf = (role: string) => aSession({ 'client-a': role }, OPERATIONS[role]);

/** The page of an address, as the frame of the portal shows it. */
function Page({ session }: { readonly session: Session }) {
  const closed = closedPage(session, 'client-a', useShownPath());
  return closed ? <Elsewhere page={closed} /> : <p>The page itself</p>;
}

const opened = (role: string, at: string) => {
  const session = sessionOf(role);
  return show(<Page session={session} />, { at, session });
};

// portal-sessions 6.10
describe('a link that a person of another role has sent', () => {
  it.each([
    ...CUSTOMERS.flatMap((role) => [
      [role, '/projects/p?tab=knowledge', '/project-knowledge', { project_id: 'p' }] as const,
      [
        role,
        '/projects/p?client_id=client-a&zone=UTC&tab=knowledge&part=sources&open=s',
        '/project-knowledge',
        { client_id: 'client-a', zone: 'UTC', project_id: 'p', part: 'sources', open: 's' },
      ] as const,
    ]),
    ...PARTNERS.flatMap((role) => [
      [role, '/project-knowledge', '/projects', {}] as const,
      [
        role,
        '/project-knowledge?client_id=client-a&project_id=p&part=sources&open=s',
        '/projects/p',
        { client_id: 'client-a', tab: 'knowledge', part: 'sources', open: 's' },
      ] as const,
    ]),
    ['service_operator', '/project-knowledge?project_id=p', '/projects/p', { tab: 'knowledge' }],
  ] as const)('leads a %s from %s to the same on %s', async (role, at, path, search) => {
    const page = opened(role, at);
    await screen.findByText('The page itself');
    expect([page.path(), page.search()]).toEqual([path, search]);
  });

  it.each([
    ...CUSTOMERS.flatMap((role) => [
      [role, '/projects', /^Partners set up projects/, ['/calls', '/project-knowledge']] as const,
      [
        role,
        '/projects/p?tab=release',
        /^Partners set up projects/,
        ['/calls?project_id=p', '/project-knowledge?project_id=p'],
      ] as const,
      [role, '/campaigns/c?step=wash', /^Partners run campaigns/, ['/calls?campaign_id=c']] as const,
      [role, '/campaigns/new', /^Partners run campaigns/, ['/calls']] as const,
      [role, '/integrations?tab=keys', /^Partners manage API keys/, ['/status']] as const,
    ]),
    ...[...PARTNERS, 'client_manager', 'client_staff'].map(
      (role) => [role, '/requests?request=r', /^Administrators of the client answer/, []] as const,
    ),
    ...['partner_user', 'client_staff'].map(
      (role) => [role, '/billing', /^Administrators and managers of the client/, []] as const,
    ),
    ['service_operator', '/integrations', /^Partners manage API keys/, ['/status']],
  ] as const)('says to a %s whom %s is for, and what they can see', async (role, at, whose, near) => {
    opened(role, at);
    await screen.findByRole('heading', { name: 'This page is not for your role' });
    screen.getByText(whose);
    screen.getByText(/^Your role at Business of client-a: /);
    screen.getByText(/^If you need something on this page, ask the person who sent you the link/);
    expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual([...near, '/']);
  });

  // partner-clients 1.2
  it.each(CUSTOMERS)('hides from a %s that there is a directory', async (role) => {
    opened(role, '/clients');
    await screen.findByRole('heading', { name: 'There is no such page, or you cannot see it' });
    expect(screen.queryByText(/role/)).toBeNull();
  });

  it.each([
    ['/calls/c', Object.keys(OPERATIONS)],
    ['/analytics', Object.keys(OPERATIONS)],
    ['/follow-up', Object.keys(OPERATIONS)],
    ['/alerts', Object.keys(OPERATIONS)],
    ['/status', Object.keys(OPERATIONS)],
    ['/settings?tab=people', Object.keys(OPERATIONS)],
    ['/guide/knowledge', Object.keys(OPERATIONS)],
  ])('opens %s for all roles', (at, roles) => {
    const pathname = at.split('?')[0]!;
    const closed = roles.map((role) => closedPage(sessionOf(role), 'client-a', pathname));
    expect(closed).toEqual(roles.map(() => undefined));
  });
});
