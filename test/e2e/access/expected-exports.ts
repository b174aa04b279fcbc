import type { Scope } from '../../../src/core/shared/roles.js';

/** calls-export 2.1; the others are refused by the POST routes themselves, which audit it. */
const EXPORTERS: readonly Scope[] = ['client_admin', 'client_manager', 'client_staff', 'partner_admin'];

/** calls-export 2.1, 10.1, 11.1. */
export const EXPORT_ROUTES = [
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
