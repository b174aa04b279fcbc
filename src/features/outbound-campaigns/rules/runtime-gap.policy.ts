/** What keeps calls of a project from going out, in the order in which it is asked (campaigns 1.10). */
export const RUNTIME_GAPS = [
  'project_missing',
  'project_archived',
  'project_not_published',
  'project_not_deployed',
  'outbound_runtime_incomplete',
] as const;
export type RuntimeGap = (typeof RUNTIME_GAPS)[number];

/** What is published of a project, as far as calls go out by it. */
interface Runtime {
  readonly isArchived: boolean;
  readonly version: { readonly isDeployed: boolean; readonly hasCallerId: boolean } | null;
}

/** The first gap of a project's published runtime; null: calls may go out. @param runtime null: no such project */
export function runtimeGap(runtime: Runtime | null): RuntimeGap | null {
  if (runtime === null) return 'project_missing';
  if (runtime.isArchived) return 'project_archived';
  if (runtime.version === null) return 'project_not_published';
  if (!runtime.version.isDeployed) return 'project_not_deployed';
  return runtime.version.hasCallerId ? null : 'outbound_runtime_incomplete';
}

/** What it means, and what to do about it. */
export const GAP_MESSAGES: Readonly<Record<RuntimeGap, string>> = {
  project_missing: 'must be a project of the client',
  project_archived: 'the project is archived; restore and publish it first',
  project_not_published: 'the project has no published version; publish it first',
  project_not_deployed:
    'what is published of the project runs nowhere; deploy it, or record where it is deployed, first',
  outbound_runtime_incomplete:
    'what is published of the project has no number for outbound calls; set telephony.caller_id in provider-configuration, publish and deploy it first',
};
