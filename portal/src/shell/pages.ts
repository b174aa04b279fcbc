import {
  IconBell,
  IconBook,
  IconBuilding,
  IconChartBar,
  IconHeartbeat,
  IconHome,
  IconLifebuoy,
  IconPhone,
  IconPhoneCheck,
  IconPlugConnected,
  IconPhoneOutgoing,
  IconRobot,
  IconReceipt,
  IconSettings,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import { rightsAnywhere, rightsFor, type Operation } from '../session/rights';
import { shutOutOf, type Session } from '../session/session';

export type PageName =
  | 'home'
  | 'clients'
  | 'analytics'
  | 'calls'
  | 'followUp'
  | 'projects'
  | 'knowledge'
  | 'integrations'
  | 'requests'
  | 'billing'
  | 'alerts'
  | 'status'
  | 'support'
  | 'settings'
  | 'campaigns';

export interface Page {
  readonly name: PageName;
  readonly to: string;
  readonly icon: Icon;
  /** The key to press after g. */
  readonly key: string;
  /** The operation that the page calls first; undefined: the page is for everyone. */
  readonly operation?: Operation;
  /** Left out for roles that may call this operation, because another page has its content. */
  readonly unless?: Operation;
  /** Permitted if the person may use the page for any client. */
  readonly isOfAllClients?: true;
}

/** The pages of the menu and the palette. */
const PAGES: readonly Page[] = [
  { name: 'home', to: '/', icon: IconHome, key: 'd' },
  {
    name: 'clients',
    to: '/clients',
    icon: IconBuilding,
    key: 'l',
    operation: 'listPartnerClients',
    isOfAllClients: true,
  },
  { name: 'analytics', to: '/analytics', icon: IconChartBar, key: 'a', operation: 'getCallSummary' },
  { name: 'calls', to: '/calls', icon: IconPhone, key: 'c', operation: 'listCalls' },
  { name: 'followUp', to: '/follow-up', icon: IconPhoneCheck, key: 'f', operation: 'listFollowUps' },
  // Roles that see only the calls of projects cannot read the lifecycle (projects 2.1).
  { name: 'projects', to: '/projects', icon: IconRobot, key: 'p', operation: 'getProjectLifecycle' },
  {
    name: 'knowledge',
    to: '/project-knowledge',
    icon: IconBook,
    key: 'k',
    operation: 'listKnowledgeSources',
    unless: 'getProjectLifecycle',
  },
  {
    name: 'campaigns',
    to: '/campaigns',
    icon: IconPhoneOutgoing,
    key: 'o',
    operation: 'listOutboundCampaigns',
  },
  { name: 'integrations', to: '/integrations', icon: IconPlugConnected, key: 'i', operation: 'listApiKeys' },
  { name: 'requests', to: '/requests', icon: IconUserQuestion, key: 'r', operation: 'listCallerRequests' },
  { name: 'billing', to: '/billing', icon: IconReceipt, key: 'b', operation: 'getBillingOverview' },
  { name: 'alerts', to: '/alerts', icon: IconBell, key: 'n', operation: 'listAlerts' },
  { name: 'status', to: '/status', icon: IconHeartbeat, key: 'u', operation: 'getStatus' },
  { name: 'support', to: '/support', icon: IconLifebuoy, key: 'h', operation: 'searchSupportTickets' },
  { name: 'settings', to: '/settings', icon: IconSettings, key: 's' },
];

function isFor(session: Session, clientId: string, { operation, unless, isOfAllClients }: Page): boolean {
  if (!isOfAllClients && shutOutOf(session, clientId)) return false;
  const may = isOfAllClients ? rightsAnywhere(session) : rightsFor(session, clientId);
  if (unless !== undefined && may(unless)) return false;
  return operation === undefined || may(operation);
}

/** The pages that a person may open for a client. */
export const pagesOf = (session: Session, clientId: string): readonly Page[] =>
  PAGES.filter((page) => isFor(session, clientId, page));

/** The page at this path, or above it, that is closed to a person; undefined: they may open it. */
export const closedPage = (session: Session, clientId: string, pathname: string): PageName | undefined =>
  PAGES.find((page) => `${pathname}/`.startsWith(`${page.to}/`) && !isFor(session, clientId, page))?.name;

export const mayOpen = (session: Session, clientId: string, pathname: string): boolean =>
  closedPage(session, clientId, pathname) === undefined;
