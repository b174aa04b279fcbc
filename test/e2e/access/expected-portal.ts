import type { Scope } from '../../../src/core/shared/roles.js';

const STAFF: readonly Scope[] = ['service_admin', 'service_operator'];
const PEOPLE: readonly Scope[] = [
  'partner_admin',
  'partner_user',
  'client_admin',
  'client_manager',
  'client_staff',
  ...STAFF,
];

/**
 * Business hours (business-hours 1.2), settings of outbound calls (campaigns 12.1), decisions for audit (privacy 10.1), home (home 1.1), alerts and
 * status (alerts 1.2).
 */
export const PORTAL_AND_SECURITY_ROUTES = [
  { method: 'get', path: '/v1/portal/home', sessions: PEOPLE, keys: [], takesClient: false, project: 'none' },
  {
    method: 'get',
    path: '/v1/portal/business-hours',
    sessions: PEOPLE,
    keys: [],
    takesClient: true,
    project: 'none',
  },
  {
    method: 'put',
    path: '/v1/portal/business-hours',
    sessions: ['client_admin', 'partner_admin', ...STAFF],
    keys: [],
    takesClient: true,
    project: 'none',
    body: {},
    admitted: 400,
  },
  {
    method: 'get',
    path: '/v1/portal/business-hours/project-options',
    sessions: PEOPLE,
    keys: [],
    takesClient: true,
    project: 'none',
  },
  {
    method: 'get',
    path: '/v1/outbound-settings',
    sessions: PEOPLE,
    keys: PEOPLE,
    takesClient: true,
    project: 'none',
  },
  {
    method: 'put',
    path: '/v1/outbound-settings',
    sessions: ['client_admin', 'partner_admin'],
    keys: ['client_admin', 'partner_admin'],
    takesClient: true,
    project: 'none',
    body: {},
    admitted: 422,
  },
  {
    method: 'get',
    path: '/v1/security/ip-allowlist',
    sessions: ['client_admin'],
    keys: [],
    takesClient: true,
    project: 'none',
  },
  {
    method: 'put',
    path: '/v1/security/ip-allowlist',
    sessions: ['client_admin'],
    keys: [],
    takesClient: true,
    project: 'none',
    body: {},
    admitted: 400,
  },
  {
    method: 'post',
    path: '/v1/security/audit-decisions',
    sessions: STAFF,
    keys: STAFF,
    takesClient: true,
    project: 'none',
    body: {},
    admitted: 400,
  },
  {
    method: 'get',
    path: '/v1/alerts',
    sessions: PEOPLE,
    keys: [],
    takesClient: true,
    project: 'optional',
  },
  {
    method: 'post',
    path: '/v1/alerts/:alert_id/acknowledge',
    sessions: PEOPLE,
    keys: [],
    takesClient: true,
    project: 'none',
    body: {},
    // The path names an alert that does not exist.
    admitted: 404,
  },
  {
    method: 'get',
    path: '/v1/status',
    sessions: PEOPLE,
    keys: [],
    takesClient: true,
    project: 'optional',
  },
] as const;
