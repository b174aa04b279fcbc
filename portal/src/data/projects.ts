import { useQuery } from '@tanstack/react-query';
import type { ListProjectsResponse } from '../api/generated';
import { listProjectsOptions } from '../api/generated/@tanstack/react-query.gen';
import { useView } from '../address/view';

/** A project of the client in lists of choices. */
export interface ProjectOption {
  readonly value: string;
  readonly label: string;
}

function optionsOf(answer: ListProjectsResponse): ProjectOption[] {
  const rows = 'items' in answer ? answer.items : answer.projects;
  return rows.map((it) => ({ value: it.project_id, label: it.display_name ?? it.project_id }));
}

/** Reads the projects of the client in view, for a page that needs them. */
export function useProjectQuery(enabled = true) {
  const { client_id } = useView();
  return useQuery({
    ...listProjectsOptions({ query: { client_id, page_size: 100 } }),
    select: optionsOf,
    enabled,
  });
}

/** The projects of the client in view; undefined until they are known. */
export const useProjects = (enabled = true): ProjectOption[] | undefined => useProjectQuery(enabled).data;
