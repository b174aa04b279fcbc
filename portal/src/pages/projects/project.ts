import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  compareVersions,
  validateProject,
  type DraftResponse,
  type LifecycleSnapshotResponse,
} from '../../api/generated';
import {
  getDraftOptions,
  getProjectLifecycleOptions,
  getStagedReleaseOptions,
  listVersionsOptions,
} from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import type { JsonObject } from './form/schema';
import type { SectionName } from '../../address/project-places';

export type Draft = DraftResponse;
export type Lifecycle = LifecycleSnapshotResponse;

/** The project in the address, in the form that requests need. */
export interface ProjectKey {
  readonly path: { readonly project_id: string };
  readonly query: { readonly client_id: string };
}

export function useProjectKey(): ProjectKey {
  const { projectId = '' } = useParams({ strict: false });
  const { client_id } = useView();
  return { path: { project_id: projectId }, query: { client_id } };
}

export const lifecycleOf = (key: ProjectKey) => getProjectLifecycleOptions(key);

/**
 * The draft with all sections as they would be published: one consistent response (workspace 3.10).
 */
export const draftOf = ({ path, query }: ProjectKey) =>
  getDraftOptions({ path, query: { ...query, include: 'configurations' } });

/** Findings that stop publishing, for the state of the draft on the screen. */
export const validationOf = ({ path, query }: ProjectKey, etag: string | null | undefined) =>
  queryOptions({
    queryKey: ['validation', path.project_id, query.client_id, etag],
    queryFn: async () => (await validateProject({ path, query, body: {} })).data,
    enabled: etag !== undefined,
  });

export const versionsOf = ({ path, query }: ProjectKey, page = 1) =>
  listVersionsOptions({ path, query: { ...query, page, page_size: 20 } });

/** Differences between two states: versions by their number, or the draft at its etag. */
export const comparisonOf = (
  { path, query }: ProjectKey,
  from: string,
  to: string,
  etag: string | null | undefined,
) =>
  queryOptions({
    queryKey: ['comparison', path.project_id, query.client_id, from, to, etag],
    queryFn: async () => (await compareVersions({ path, query: { ...query, from, to } })).data,
  });

export const stagedOf = (key: ProjectKey) => getStagedReleaseOptions(key);

/** Queries that a release changes: every view of a project. */
export const everythingOf = (key: ProjectKey) => [
  lifecycleOf(key).queryKey,
  draftOf(key).queryKey,
  ['validation', key.path.project_id],
  [{ _id: 'listVersions', path: key.path }],
  stagedOf(key).queryKey,
];

export const configurationOf = (draft: Draft, section: SectionName): JsonObject | undefined =>
  draft.configurations?.[section] as JsonObject | undefined;

/** An etag in the format of the header. */
export const ifMatch = (etag: string | null): { 'If-Match'?: string } =>
  etag === null ? {} : { 'If-Match': `"${etag}"` };

export function useLifecycle() {
  const key = useProjectKey();
  return useQuery(lifecycleOf(key));
}

/** The props of each part of a project other than its configuration. */
export interface TabProps {
  readonly projectKey: ProjectKey;
  readonly lifecycle: Lifecycle;
}
