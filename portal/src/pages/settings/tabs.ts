import { rightsAnywhere, type May, type Operation } from '../../session/rights';
import type { Session } from '../../session/session';

export type TabName =
  | 'sessions'
  | 'hours'
  | 'clients'
  | 'people'
  | 'addresses'
  | 'reports'
  | 'privacy'
  | 'unlocks'
  | 'outbound'
  | 'allowlist'
  | 'directory'
  | 'signIn'
  | 'exports'
  | 'break-glass';

/** The groups of tabs, in their order. */
export const GROUPS = ['own', 'business', 'notices', 'data', 'access'] as const;

interface Tab {
  readonly name: TabName;
  readonly group: (typeof GROUPS)[number];
  /** The operation that the tab needs; undefined: the tab is for everyone. */
  readonly operation?: Operation;
  /** Concerns all clients of an organisation, not only the one in view. */
  readonly isOfAllClients?: true;
}

export const TABS: readonly Tab[] = [
  { name: 'sessions', group: 'own' },
  { name: 'hours', group: 'business', operation: 'getBusinessHours' },
  { name: 'clients', group: 'business', operation: 'createPartnerClient', isOfAllClients: true },
  { name: 'people', group: 'business', operation: 'listPeople' },
  { name: 'addresses', group: 'notices', operation: 'listEmailAddresses' },
  { name: 'reports', group: 'notices', operation: 'listReportSchedules' },
  { name: 'privacy', group: 'data', operation: 'savePiiPolicy' },
  { name: 'unlocks', group: 'data', operation: 'listPiiUnlocks' },
  { name: 'outbound', group: 'data', operation: 'saveOutboundSettings' },
  { name: 'allowlist', group: 'access', operation: 'saveIpAllowlist' },
  { name: 'signIn', group: 'access', operation: 'listSsoConnections' },
  { name: 'directory', group: 'access', operation: 'saveDirectory' },
  { name: 'exports', group: 'data', operation: 'startAccountExport' },
  { name: 'break-glass', group: 'access', operation: 'listBreakGlassUses' },
];

/**
 * The tabs that a person may use.
 * @param may for the client in view
 */
export const tabsOf = (session: Session, may: May): readonly Tab[] =>
  TABS.filter(
    ({ operation, isOfAllClients }) =>
      operation === undefined || (isOfAllClients ? rightsAnywhere(session) : may)(operation),
  );
