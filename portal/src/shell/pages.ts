import {
  IconBell,
  IconBuilding,
  IconChartBar,
  IconHeartbeat,
  IconLifebuoy,
  IconPhone,
  IconPlugConnected,
  IconPhoneOutgoing,
  IconRobot,
  IconReceipt,
  IconSettings,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import { readsCampaigns, isInternal, isPartner, seesDirectory, type Session } from '../session/session';

export type PageName =
  | 'clients'
  | 'analytics'
  | 'calls'
  | 'projects'
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
  /** Pressed after g. */
  readonly key: string;
  readonly isFor: (role: string) => boolean;
}

const PROJECT_READERS = ['partner_admin', 'partner_user', 'service_admin', 'service_operator'];

/** Roles that read projects as a whole; others only see their calls (projects 2.1). */
export const isForProjects = (role: string): boolean => PROJECT_READERS.includes(role);

const all = (): boolean => true;

/** Whether a role sees callers' requests about their data. */
export const maySeeRequests = (role: string): boolean => role === 'client_admin' || isInternal(role);

/** Whether a role sees a client's charges. */
export const mayBill = (role: string): boolean =>
  ['partner_admin', 'client_admin', 'client_manager'].includes(role);

/** The pages of the menu and the palette, for a role of the client of the view. */
const PAGES: readonly Page[] = [
  { name: 'clients', to: '/clients', icon: IconBuilding, key: 'l', isFor: isPartner },
  { name: 'analytics', to: '/analytics', icon: IconChartBar, key: 'a', isFor: all },
  { name: 'calls', to: '/calls', icon: IconPhone, key: 'c', isFor: all },
  { name: 'projects', to: '/projects', icon: IconRobot, key: 'p', isFor: isForProjects },
  { name: 'campaigns', to: '/campaigns', icon: IconPhoneOutgoing, key: 'o', isFor: readsCampaigns },
  { name: 'integrations', to: '/integrations', icon: IconPlugConnected, key: 'i', isFor: isPartner },
  { name: 'requests', to: '/requests', icon: IconUserQuestion, key: 'r', isFor: maySeeRequests },
  { name: 'billing', to: '/billing', icon: IconReceipt, key: 'b', isFor: mayBill },
  { name: 'alerts', to: '/alerts', icon: IconBell, key: 'n', isFor: all },
  { name: 'status', to: '/status', icon: IconHeartbeat, key: 'u', isFor: all },
  { name: 'support', to: '/support', icon: IconLifebuoy, key: 'h', isFor: all },
  { name: 'settings', to: '/settings', icon: IconSettings, key: 's', isFor: all },
];

/** The pages that a person may open: by the role for the client of the view, but the directory by any role. */
export const pagesOf = (session: Session, role: string): readonly Page[] =>
  PAGES.filter(({ name, isFor }) => (name === 'clients' ? seesDirectory(session) : isFor(role)));
