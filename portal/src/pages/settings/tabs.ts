export type TabName = 'sessions' | 'people' | 'privacy' | 'outbound' | 'allowlist';

interface Tab {
  readonly name: TabName;
  /** Whether it is about a client, and not about the person alone. */
  readonly isOfClient: boolean;
  readonly isFor: (role: string) => boolean;
}

const isAdministrator = (role: string): boolean => role === 'client_admin' || role === 'partner_admin';
const isCustomer = (role: string): boolean => role === 'client_admin';

/** The tabs of the settings. A role sees the tabs that it may use. */
export const TABS: readonly Tab[] = [
  { name: 'sessions', isOfClient: false, isFor: () => true },
  { name: 'people', isOfClient: true, isFor: isAdministrator },
  { name: 'privacy', isOfClient: true, isFor: isCustomer },
  { name: 'outbound', isOfClient: true, isFor: isAdministrator },
  { name: 'allowlist', isOfClient: true, isFor: isCustomer },
];
