import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { FILTERS } from '../pages/calls/filters';
import { CAMPAIGN_SEARCH } from '../pages/campaigns/search';
import { withTexts } from '../texts/texts';
import { pageSearch } from '../address/search';
import { personalRoutes } from './personal-routes';
import { root } from './root-route';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  ...pageSearch(),
  component: lazyRouteComponent(
    withTexts(['home'], () => import('../pages/home/HomePage')),
    'HomePage',
  ),
});
const clients = createRoute({
  getParentRoute: () => root,
  path: '/clients',
  ...pageSearch('find', 'open'),
  component: lazyRouteComponent(
    withTexts(['clients'], () => import('../pages/clients/ClientsPage')),
    'ClientsPage',
  ),
});
const analytics = createRoute({
  getParentRoute: () => root,
  path: '/analytics',
  ...pageSearch('direction', 'version'),
  component: lazyRouteComponent(() => import('../pages/analytics/AnalyticsPage'), 'AnalyticsPage'),
});
const callsSearch = pageSearch(...FILTERS, 'sort_by', 'sort_order', 'cursor', 'columns', 'dialog');
const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  ...callsSearch,
  component: lazyRouteComponent(
    withTexts(['calls'], () => import('../pages/calls/CallsPage')),
    'CallsPage',
  ),
});
const call = createRoute({
  getParentRoute: () => root,
  path: '/calls/$callId',
  // The list that the person came from, for the way back.
  ...callsSearch,
  component: lazyRouteComponent(
    withTexts(['calls', 'support'], () => import('../pages/calls/call/CallPage')),
    'CallPage',
  ),
});
const followUp = createRoute({
  getParentRoute: () => root,
  path: '/follow-up',
  ...pageSearch('state', 'owner', 'tag', 'page'),
  component: lazyRouteComponent(
    withTexts(['calls'], () => import('../pages/follow-up/FollowUpPage')),
    'FollowUpPage',
  ),
});
const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  ...pageSearch('tab', 'webhook', 'delivery', 'status', 'event', 'cursor', 'page', 'span'),
  component: lazyRouteComponent(
    withTexts(['integrations'], () => import('../pages/integrations/IntegrationsPage')),
    'IntegrationsPage',
  ),
});
const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  ...pageSearch('find', 'archived', 'sort_by', 'sort_order', 'page'),
  component: lazyRouteComponent(
    withTexts(['projects'], () => import('../pages/projects/ProjectsPage')),
    'ProjectsPage',
  ),
});
const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId',
  ...pageSearch('tab', 'part', 'from', 'to', 'calls', 'open', 'page'),
  component: lazyRouteComponent(
    withTexts(['projects'], () => import('../pages/projects/ProjectPage')),
    'ProjectPage',
  ),
});
const knowledge = createRoute({
  getParentRoute: () => root,
  path: '/project-knowledge',
  ...pageSearch('part', 'open'),
  component: lazyRouteComponent(
    withTexts(['knowledge'], () => import('../pages/projects/knowledge/KnowledgePage')),
    'KnowledgePage',
  ),
});
const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  ...pageSearch('find', 'status', 'call_type', 'sort_by', 'sort_order', 'page'),
  component: lazyRouteComponent(
    withTexts(['campaigns', 'calls'], () => import('../pages/campaigns/CampaignsPage')),
    'CampaignsPage',
  ),
});
const suppressions = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/suppressions',
  ...pageSearch('reason', 'cursor'),
  component: lazyRouteComponent(
    withTexts(['campaigns', 'calls'], () => import('../pages/campaigns/suppressions/SuppressionsPage')),
    'SuppressionsPage',
  ),
});
const singleCalls = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/single-calls',
  ...pageSearch('status', 'cursor', 'call'),
  component: lazyRouteComponent(
    withTexts(['campaigns', 'calls'], () => import('../pages/campaigns/single-calls/SingleCallsPage')),
    'SingleCallsPage',
  ),
});
const newCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/new',
  ...pageSearch('from'),
  component: lazyRouteComponent(
    withTexts(['campaigns', 'calls'], () => import('../pages/campaigns/campaign/NewCampaignPage')),
    'NewCampaignPage',
  ),
});
const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$campaignId',
  ...pageSearch(...CAMPAIGN_SEARCH),
  component: lazyRouteComponent(
    withTexts(['campaigns', 'calls'], () => import('../pages/campaigns/campaign/CampaignPage')),
    'CampaignPage',
  ),
});
const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  ...pageSearch('due', 'status', 'type', 'request', 'ticket', 'cursor'),
  component: lazyRouteComponent(
    withTexts(['requests'], () => import('../pages/requests/RequestsPage')),
    'RequestsPage',
  ),
});
const billing = createRoute({
  getParentRoute: () => root,
  path: '/billing',
  ...pageSearch('invoice_status', 'page_token'),
  component: lazyRouteComponent(
    withTexts(['billing'], () => import('../pages/billing/BillingPage')),
    'BillingPage',
  ),
});
const alerts = createRoute({
  getParentRoute: () => root,
  path: '/alerts',
  ...pageSearch('page', 'cursor'),
  component: lazyRouteComponent(
    withTexts(['alerts', 'notices'], () => import('../pages/alerts/AlertsPage')),
    'AlertsPage',
  ),
});
const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  ...pageSearch('page'),
  component: lazyRouteComponent(() => import('../pages/status/StatusPage'), 'StatusPage'),
});
const support = createRoute({
  getParentRoute: () => root,
  path: '/support',
  ...pageSearch('show', 'text', 'status', 'priority', 'category', 'assignee', 'requester', 'cursor'),
  component: lazyRouteComponent(
    withTexts(['support'], () => import('../pages/support/SupportPage')),
    'SupportPage',
  ),
});
const newTicket = createRoute({
  getParentRoute: () => root,
  path: '/support/new',
  ...pageSearch('call'),
  component: lazyRouteComponent(
    withTexts(['support'], () => import('../pages/support/NewTicketPage')),
    'NewTicketPage',
  ),
});
const ticket = createRoute({
  getParentRoute: () => root,
  path: '/support/$ticketId',
  ...pageSearch(),
  component: lazyRouteComponent(
    withTexts(['support'], () => import('../pages/support/ticket/TicketPage')),
    'TicketPage',
  ),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  ...pageSearch('tab', 'client', 'connection', 'page', 'invitations_page', 'cursor'),
  component: lazyRouteComponent(
    withTexts(['settings', 'people'], () => import('../pages/settings/SettingsPage')),
    'SettingsPage',
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    clients,
    analytics,
    calls,
    call,
    followUp,
    projects,
    project,
    knowledge,
    campaigns,
    newCampaign,
    suppressions,
    singleCalls,
    campaign,
    integrations,
    requests,
    billing,
    alerts,
    status,
    support,
    newTicket,
    ticket,
    settings,
    ...personalRoutes,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
