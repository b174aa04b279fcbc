import type { ViewSearch } from '../../address/search';
import type { May } from '../../session/rights';
import type { PageName } from '../pages';

/** An address as its sender saw it. */
export interface Sent {
  readonly pathname: string;
  readonly search: ViewSearch & {
    readonly tab?: string;
    readonly part?: string;
    readonly open?: string;
  };
}

/** A page in the form that links need. */
export interface Place {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, string | undefined>>;
}

/** Pages below the one of a list that are about no item of it. */
const NO_ITEMS = ['', 'new', 'suppressions', 'single-calls'];

/** The id below a page, such as the one of a project. */
const idIn = (pathname: string): string | undefined => {
  const id = pathname.split('/')[2] ?? '';
  return NO_ITEMS.includes(id) ? undefined : decodeURIComponent(id);
};

/**
 * The page that shows a person the same as a page that is closed to them: knowledge has a page of
 * its own for people who open no project (portal-sessions 6.10).
 */
export function samePlace(may: May, page: PageName, { pathname, search }: Sent): Place | undefined {
  const { client_id, zone, project_id, tab, part, open } = search;
  if (page === 'projects') {
    const id = idIn(pathname);
    if (id === undefined || tab !== 'knowledge' || !may('listKnowledgeSources')) return undefined;
    return { to: '/project-knowledge', search: { client_id, zone, project_id: id, part, open } };
  }
  if (page !== 'knowledge' || !may('getProjectLifecycle')) return undefined;
  if (project_id === undefined) return { to: '/projects', search: { client_id, zone } };
  return {
    to: '/projects/$projectId',
    params: { projectId: project_id },
    search: { client_id, zone, tab: 'knowledge', part, open },
  };
}

/** Pages that show a person a part of what a closed one is about, by the name of their link. */
export function nearPlaces(
  may: May,
  page: PageName | 'newCampaign',
  { pathname, search: { client_id, zone } }: Sent,
): readonly { readonly name: string; readonly place: Place }[] {
  const id = idIn(pathname);
  const here = { client_id, zone };
  const places = [
    ...(page === 'projects' && may('listCalls')
      ? [{ name: id ? 'itsCalls' : 'calls', place: { to: '/calls', search: { ...here, project_id: id } } }]
      : []),
    ...(page === 'projects' && may('listKnowledgeSources')
      ? [
          {
            name: id ? 'itsKnowledge' : 'knowledge',
            place: { to: '/project-knowledge', search: { ...here, project_id: id } },
          },
        ]
      : []),
    ...(page === 'campaigns' && may('listCalls')
      ? [{ name: id ? 'itsCalls' : 'calls', place: { to: '/calls', search: { ...here, campaign_id: id } } }]
      : []),
    ...(page === 'newCampaign' && may('listOutboundCampaigns')
      ? [{ name: 'campaigns', place: { to: '/campaigns', search: here } }]
      : []),
    ...(page === 'integrations' && may('getStatus')
      ? [{ name: 'status', place: { to: '/status', search: here } }]
      : []),
  ];
  return [...places, { name: 'home', place: { to: '/', search: here } }];
}
