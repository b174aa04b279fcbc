import { useQuery } from '@tanstack/react-query';
import { getVersionOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../../address/assignment';
import { configurationOf, draftOf, type ProjectKey } from '../../project';

/** The builds that the draft and the published version name; null: none, undefined: not known. */
export interface NamedBuilds {
  readonly draft: string | null | undefined;
  /** Without a draft, `draft` is what the next one begins with. */
  readonly hasDraft: boolean;
  readonly live: string | null | undefined;
}

const namedIn = (assistant: Readonly<Record<string, unknown>> | undefined): string | null => {
  const id = assistant?.['knowledge_build_id'];
  return typeof id === 'string' ? id : null;
};

/** @param liveVersion the version that calls use; null: none, or not known to the person */
export function useNamedBuilds(projectKey: ProjectKey, liveVersion: number | null): NamedBuilds {
  const may = useMay();
  const draft = useQuery({ ...draftOf(projectKey), enabled: may('getDraft') }).data;
  const version = useQuery({
    ...getVersionOptions({
      path: { ...projectKey.path, version_number: String(liveVersion) },
      query: projectKey.query,
    }),
    enabled: liveVersion !== null && may('getVersion'),
    // Versions never change.
    staleTime: Infinity,
  }).data;
  return {
    draft: draft && namedIn(configurationOf(draft, 'assistant')),
    hasDraft: draft !== undefined && draft.etag !== null,
    live: version && namedIn(version.sections['assistant']),
  };
}
