import type { Scope } from '../../../src/core/shared/roles.js';

/** calls-export 2.1; the POST routes refuse other callers themselves, and audit the refusal. */
const EXPORTERS: readonly Scope[] = ['client_admin', 'client_manager', 'client_staff', 'partner_admin'];

/** account-exports 1.1: the id in the paths belongs to no export. */
const ofAccount = (method: 'get' | 'post', path: string, admitted: number) =>
  ({
    method,
    path: `/v1/portal/account-exports${path}`,
    sessions: ['client_admin'],
    keys: [],
    takesClient: true,
    project: 'none',
    admitted,
    ...(method === 'post' && { body: { sections: [] } }),
  }) as const;

/** calls-export 2.1, 10.1, 11.1, account-exports 1.1. */
export const EXPORT_ROUTES = [
  ofAccount('get', '', 200),
  ofAccount('post', '', 400),
  ofAccount('get', '/:export_id', 404),
  ofAccount('get', '/:export_id/download', 404),
  {
    method: 'post',
    path: '/v1/calls/export',
    sessions: EXPORTERS,
    keys: EXPORTERS,
    takesClient: true,
    project: 'required',
    namesInBody: true,
    body: { include_caller_info: false, include_transcript_text: false, include_audio_links: false },
  },
  {
    method: 'post',
    path: '/v1/calls/export/preview',
    sessions: EXPORTERS,
    keys: EXPORTERS,
    takesClient: true,
    project: 'required',
    namesInBody: true,
    body: { include_caller_info: false, include_transcript_text: false, include_audio_links: false },
  },
  {
    method: 'get',
    path: '/v1/calls/export/capabilities',
    sessions: EXPORTERS,
    keys: EXPORTERS,
    takesClient: true,
    project: 'optional',
  },
] as const;
