import type { FieldError } from '../../../../core/shared/platform-error.js';

/** Gaps that prevent calls, in the order to close them (campaigns 1.10). */
const RUNTIME_GAPS = [
  'project_missing',
  'project_archived',
  'outbound_runtime_incomplete',
  'project_not_published',
  'project_not_deployed',
] as const;
export type RuntimeGap = (typeof RUNTIME_GAPS)[number];

/** The parts of a project's published configuration that outbound calls need. */
interface Runtime {
  readonly isArchived: boolean;
  /** As published; in the draft if nothing is published. */
  readonly hasCallerId: boolean;
  readonly version: { readonly isDeployed: boolean } | null;
}

/**
 * Everything that a project lacks for outbound calls; empty: calls are possible. Without a published
 * version nothing is deployed either.
 * @param runtime null: no such project
 */
export function runtimeGaps(runtime: Runtime | null): RuntimeGap[] {
  if (runtime === null) return ['project_missing'];
  const { isArchived, hasCallerId, version } = runtime;
  const applies: Readonly<Record<RuntimeGap, boolean>> = {
    project_missing: false,
    project_archived: isArchived,
    outbound_runtime_incomplete: !hasCallerId,
    project_not_published: version === null,
    project_not_deployed: !version?.isDeployed,
  };
  return RUNTIME_GAPS.filter((gap) => applies[gap]);
}

/** Other blockers of a project that has no gap (dispatch 7.3). */
type ProjectCode = RuntimeGap | 'outbound_compliance_blocking' | 'outbound_capacity_not_configured';

/** The meaning of each code, and the route that resolves it. */
export const PROJECT_MESSAGES: Readonly<Record<ProjectCode, string>> = {
  project_missing: 'The client has no such project. GET /v1/projects lists its projects.',
  project_archived: 'The project is archived. Restore it with POST /v1/projects/{project_id}/restore.',
  outbound_runtime_incomplete:
    'The project has no number for outbound calls. Set telephony.caller_id with PUT ' +
    '/v1/projects/{project_id}/provider-configuration, then publish and deploy.',
  project_not_published:
    'The project has no published version. Publish its draft with POST /v1/projects/{project_id}/publish.',
  project_not_deployed:
    'No runtime is known to run the published version of the project. Have the runtime report it with POST ' +
    '/internal/v1/projects/{project_id}/runtime-reports, or record its deployment with POST ' +
    '/v1/projects/{project_id}/runtime-provenance.',
  outbound_compliance_blocking:
    'The runtime uses compliance settings that were never published. Deploy the published version.',
  outbound_capacity_not_configured:
    'No capacity for outbound calls is configured for the client. Ask the operator of the platform for it.',
};

export const projectFaults = (codes: readonly ProjectCode[]): FieldError[] =>
  codes.map((type) => ({ loc: ['body', 'project_id'], message: PROJECT_MESSAGES[type], type }));
