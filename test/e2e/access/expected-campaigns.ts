import type { Scope } from '../../../src/core/shared/roles.js';

/**
 * A route about campaigns: who may call it, and the response to an empty request for an absent
 * campaign.
 */
interface CampaignRoute {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  readonly project?: 'optional' | 'call';
  readonly takesClient?: false;
  readonly body?: object;
  readonly admitted?: number;
}

const WITHOUT_KEY = 400;
const WITHOUT_FIELDS = 422;
const ABSENT = 404;
const NO_CSV = 415;

const READERS: readonly Scope[] = ['partner_admin', 'partner_user', 'service_admin', 'service_operator'];
/** The routes of a voice runtime; its key can call no others. */
const OF_RUNTIME = {
  method: 'post',
  sessions: [],
  keys: ['runtime-ingest'],
  takesClient: false,
  body: {},
  admitted: WITHOUT_FIELDS,
} as const;

/** From the contract's table (campaigns 1.1); keys have the same access as sessions. */
const readers = (path: string, rest: Partial<CampaignRoute> = {}): CampaignRoute => ({
  method: 'get',
  path: `/v1/outbound-campaigns${path}`,
  sessions: READERS,
  keys: READERS,
  ...rest,
});
const writers = (method: CampaignRoute['method'], path: string, admitted: number): CampaignRoute => ({
  method,
  path: `/v1/outbound-campaigns${path}`,
  sessions: ['partner_admin'],
  keys: ['partner_admin'],
  body: {},
  admitted,
});

export const CAMPAIGN_ROUTES: readonly CampaignRoute[] = [
  readers('', { project: 'optional' }),
  writers('post', '', WITHOUT_FIELDS),
  readers('/:campaign_id', { admitted: ABSENT }),
  writers('patch', '/:campaign_id', WITHOUT_FIELDS),
  readers('/suppressions', { project: 'optional' }),
  writers('post', '/suppressions', WITHOUT_FIELDS),
  writers('delete', '/suppressions/:suppression_id', ABSENT),
  readers('/:campaign_id/contacts', { admitted: ABSENT }),
  writers('post', '/:campaign_id/registry-wash-records', WITHOUT_KEY),
  writers('post', '/:campaign_id/registry-wash-results', NO_CSV),
  writers('post', '/:campaign_id/contacts/import', NO_CSV),
  writers('post', '/:campaign_id/contacts/import-json', WITHOUT_KEY),
  readers('/:campaign_id/validation', { admitted: ABSENT }),
  writers('post', '/:campaign_id/validate', ABSENT),
  readers('/:campaign_id/launch-preview', { admitted: ABSENT }),
  writers('post', '/:campaign_id/run', WITHOUT_KEY),
  writers('post', '/:campaign_id/pause', WITHOUT_KEY),
  writers('post', '/:campaign_id/resume', WITHOUT_KEY),
  writers('post', '/:campaign_id/cancel', WITHOUT_KEY),
  readers('/:campaign_id/report', { admitted: ABSENT }),
  readers('/:campaign_id/progress/stream', { admitted: ABSENT }),
  {
    method: 'get',
    path: '/v1/compliance/calls/:call_id/outbound-evidence',
    sessions: [...READERS, 'client_admin'],
    keys: [...READERS, 'client_admin'],
    project: 'call',
  },
  { ...readers('', { project: 'optional' }), path: '/v1/dispatches' },
  { ...writers('post', '', WITHOUT_KEY), path: '/v1/dispatches' },
  { ...readers('', { admitted: ABSENT }), path: '/v1/dispatches/:dispatch_id' },
  { ...OF_RUNTIME, path: '/internal/v1/dispatches/take' },
  { ...OF_RUNTIME, path: '/internal/v1/dispatches/reports' },
  { ...OF_RUNTIME, path: '/internal/v1/dispatches/:dispatch_id/reports' },
];
