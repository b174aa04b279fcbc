import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listProjectsOptions } from '../api/generated/@tanstack/react-query.gen';
import { useView } from './view';

/** A project of the client, as lists of choices show it. */
export interface ProjectOption {
  readonly value: string;
  readonly label: string;
}

/** The projects of the client that is looked at; undefined until they are known. */
export function useProjects(): ProjectOption[] | undefined {
  const { client_id } = useView();
  const { data } = useQuery(listProjectsOptions({ query: { client_id, page_size: 100 } }));
  return useMemo(() => {
    if (!data) return undefined;
    const rows = 'items' in data ? data.items : data.projects;
    return rows.map((it) => ({ value: it.project_id, label: it.display_name ?? it.project_id }));
  }, [data]);
}
