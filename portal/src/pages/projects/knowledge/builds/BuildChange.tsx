import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBuildChanges, KnowledgeBuildSource } from '../../../../api/generated';
import { getKnowledgeBuildOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../../address/assignment';
import type { Json } from '../../form/schema';
import { useBuildLabel } from './build-label';
import { SourceChanges } from './SourceChanges';
import { sourcesOf } from '../knowledge';
import { useProjectKey, type ProjectKey } from '../../project';

/** The field of the assistant that names a build. */
export const isBuild = (section: string, path: string): boolean =>
  section === 'assistant' && path === 'knowledge_build_id';

/** A build, which never changes once it is ready; null: no build is named. */
function useBuild({ path, query }: ProjectKey, id: Json | undefined) {
  const mayRead = useMay()('getKnowledgeBuild');
  return useQuery({
    ...getKnowledgeBuildOptions({ path: { ...path, build_id: typeof id === 'string' ? id : '' }, query }),
    enabled: typeof id === 'string' && path.project_id !== '' && mayRead,
    retry: false,
  });
}

/** A build, as named in the list of builds. */
export function BuildName({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const labelOf = useBuildLabel();
  const { data, isError } = useBuild(useProjectKey(), id);
  return (
    <Text span size="sm" className="value">
      {data ? labelOf(data) : isError ? t('buildChoice.gone') : id}
    </Text>
  );
}

/** Whether two builds have one name, because they were requested within a minute. */
export function useOneName(from: Json | undefined, to: Json | undefined): boolean {
  const labelOf = useBuildLabel();
  const key = useProjectKey();
  const [before, after] = [useBuild(key, from).data, useBuild(key, to).data];
  return before !== undefined && after !== undefined && labelOf(before) === labelOf(after);
}

/** The sources that were added, changed and removed between two builds. */
export function changesBetween(
  before: readonly KnowledgeBuildSource[],
  after: readonly KnowledgeBuildSource[],
): KnowledgeBuildChanges {
  const hashes = new Map(before.map(({ source_id: id, content_hash: hash }) => [id, hash]));
  const kept = new Set(after.map(({ source_id: id }) => id));
  return {
    added: after.filter(({ source_id: id }) => !hashes.has(id)).map(({ source_id: id }) => id),
    changed: after
      .filter(({ source_id: id, content_hash: hash }) => hashes.has(id) && hashes.get(id) !== hash)
      .map(({ source_id: id }) => id),
    removed: before.filter(({ source_id: id }) => !kept.has(id)).map(({ source_id: id }) => id),
  };
}

/** The ids of the sources that one build has and another lacks; empty until both are known. */
export function useLeftOut(
  key: ProjectKey,
  from: string | null | undefined,
  to: string | null | undefined,
): readonly string[] {
  const before = useBuild(key, from === to ? undefined : from).data;
  const after = useBuild(key, before ? to : undefined).data;
  if (!before || to === undefined || (to !== null && !after)) return [];
  return changesBetween(before.sources, after?.sources ?? []).removed;
}

/** The ids of the sources of a build that were deleted after it; empty until both are known. */
export function useDeleted(key: ProjectKey, id: string | null | undefined): readonly string[] {
  const mayRead = useMay()('listKnowledgeSources');
  const build = useBuild(key, id).data;
  const sources = useQuery({ ...sourcesOf(key), enabled: mayRead && build !== undefined }).data?.items;
  if (!build || !sources) return [];
  const existing = new Set(sources.map(({ source_id: it }) => it));
  return build.sources.map(({ source_id: it }) => it).filter((it) => !existing.has(it));
}

/** The sources that differ between the two builds of a change. */
export function BuildChange({
  from,
  to,
}: {
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}) {
  const key = useProjectKey();
  const mayRead = useMay()('listKnowledgeSources');
  const [before, after] = [useBuild(key, from).data, useBuild(key, to).data];
  const sources = useQuery({ ...sourcesOf(key), enabled: key.path.project_id !== '' && mayRead }).data?.items;
  const isKnown = (id: Json | undefined, build: object | undefined): boolean =>
    typeof id !== 'string' || build !== undefined;
  if (!isKnown(from, before) || !isKnown(to, after)) return null;
  return (
    <SourceChanges changes={changesBetween(before?.sources ?? [], after?.sources ?? [])} sources={sources} />
  );
}
