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

interface Tab {
  readonly name: TabName;
  /** The operation that the tab needs; undefined: the tab is for everyone. */
  readonly operation?: Operation;
  /** About all clients of an organisation, not only the one in view. */
  readonly isOfAllClients?: true;
}

export const TABS: readonly Tab[] = [
  { name: 'sessions' },
  { name: 'hours', operation: 'getBusinessHours' },
  { name: 'clients', operation: 'createPartnerClient', isOfAllClients: true },
  { name: 'people', operation: 'listPeople' },
  { name: 'addresses', operation: 'listEmailAddresses' },
  { name: 'reports', operation: 'listReportSchedules' },
  { name: 'privacy', operation: 'savePiiPolicy' },
  { name: 'unlocks', operation: 'listPiiUnlocks' },
  { name: 'outbound', operation: 'saveOutboundSettings' },
  { name: 'allowlist', operation: 'saveIpAllowlist' },
  { name: 'signIn', operation: 'listSsoConnections' },
  { name: 'directory', operation: 'saveDirectory' },
  { name: 'exports', operation: 'startAccountExport' },
  { name: 'break-glass', operation: 'listBreakGlassUses' },
];

/** The tabs that a person may use. @param may for the client of the view */
export const tabsOf = (session: Session, may: May): readonly Tab[] =>
  TABS.filter(
    ({ operation, isOfAllClients }) =>
      operation === undefined || (isOfAllClients ? rightsAnywhere(session) : may)(operation),
  );
