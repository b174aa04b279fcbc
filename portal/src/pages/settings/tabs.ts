import { administersClients, type Session } from '../../session/session';

export type TabName = 'sessions' | 'clients' | 'people' | 'privacy' | 'outbound' | 'allowlist';

interface Tab {
  readonly name: TabName;
  /** @param role for the client of the view */
  readonly isFor: (role: string, session: Session) => boolean;
}

const isAdministrator = (role: string): boolean => role === 'client_admin' || role === 'partner_admin';
const isCustomer = (role: string): boolean => role === 'client_admin';

/** The tabs of the settings. A role sees the tabs that it may use. */
export const TABS: readonly Tab[] = [
  { name: 'sessions', isFor: () => true },
  // About all clients of an organisation, whichever is looked at.
  { name: 'clients', isFor: (_, session) => administersClients(session) },
  { name: 'people', isFor: isAdministrator },
  { name: 'privacy', isFor: isCustomer },
  { name: 'outbound', isFor: isAdministrator },
  { name: 'allowlist', isFor: isCustomer },
];
