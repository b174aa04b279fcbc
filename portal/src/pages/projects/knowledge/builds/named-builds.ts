import { useQuery } from '@tanstack/react-query';
import type { StagedReleaseResponse } from '../../../../api/generated';
import { getVersionOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../../address/assignment';
import { configurationOf, draftOf, type ProjectKey } from '../../project';
import { useStaged } from '../../staged';

/** The builds that the draft and versions name; null: none, undefined: not known. */
export interface NamedBuilds {
  readonly draft: string | null | undefined;
  /** Without a draft, `draft` is the build with which the next one begins. */
  readonly hasDraft: boolean;
  readonly live: string | null | undefined;
  /** The build that some of the calls use, through a staged release; undefined: none is active. */
  readonly staged: { readonly build: string | null; readonly release: StagedReleaseResponse } | undefined;
}

const namedIn = (assistant: Readonly<Record<string, unknown>> | undefined): string | null => {
  const id = assistant?.['knowledge_build_id'];
  return typeof id === 'string' ? id : null;
};

/** The build that a version names; null: none. */
export function useBuildOf(
  { path, query }: ProjectKey,
  version_number: number | null | undefined,
): string | null | undefined {
  const mayRead = useMay()('getVersion');
  const version = useQuery({
    ...getVersionOptions({ path: { ...path, version_number: String(version_number) }, query }),
    enabled: typeof version_number === 'number' && mayRead,
    // Versions never change.
    staleTime: Infinity,
  }).data;
  return version && namedIn(version.sections['assistant']);
}

/** @param liveVersion the version that calls use; null: none, or the person may not know it */
export function useNamedBuilds(projectKey: ProjectKey, liveVersion: number | null): NamedBuilds {
  const draft = useQuery({ ...draftOf(projectKey), enabled: useMay()('getDraft') }).data;
  const last = useStaged(projectKey).data;
  const release = last?.state === 'active' ? last : undefined;
  const live = useBuildOf(projectKey, liveVersion);
  const build = useBuildOf(projectKey, release?.version_number);
  return {
    draft: draft && namedIn(configurationOf(draft, 'assistant')),
    hasDraft: draft !== undefined && draft.etag !== null,
    live,
    staged: release && build !== undefined ? { build, release } : undefined,
  };
}
