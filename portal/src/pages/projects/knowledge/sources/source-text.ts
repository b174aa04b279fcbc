import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getKnowledgeSourceContent, type KnowledgeSource } from '../../../../api/generated';
import type { ProjectKey } from '../../project';

/** The text of a source; it is read again when another person has changed it. */
export const textOf = ({ path, query }: ProjectKey, { source_id, etag }: KnowledgeSource) =>
  queryOptions({
    queryKey: ['knowledge-text', source_id, etag],
    queryFn: async () => (await getKnowledgeSourceContent({ path: { ...path, source_id }, query })).data,
    // Each view is audited.
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
