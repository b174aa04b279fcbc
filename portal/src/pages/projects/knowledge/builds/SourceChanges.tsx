import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBuildChanges, KnowledgeSource } from '../../../../api/generated';
import { hasTwin, openFindings } from '../knowledge';
import { useLanguageName } from '../sources/languages';

/** Sources by title; sources deleted in the meantime have no title, and are counted. */
export function useNames(
  sources: readonly KnowledgeSource[] | undefined,
): (ids: readonly string[]) => string {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  return (ids) => {
    if (!sources) return t('buildChoice.sources', { count: ids.length });
    const known = sources.filter(({ source_id: id }) => ids.includes(id));
    const gone = ids.length - known.length;
    return [
      ...known.map(({ source_id: id, title, kind, language }) =>
        hasTwin(sources, title, id)
          ? t('knowledge.build.twin', {
              title,
              kind: t(`knowledge.kinds.${kind}`),
              language: languageName(language),
            })
          : (title ?? t('knowledge.noTitle')),
      ),
      ...(gone > 0 ? [t('knowledge.build.deleted', { count: gone })] : []),
    ].join(', ');
  };
}

/** Kinds of changes. A source that findings hold back was not removed by a person. */
function kindsOf(
  { added, changed, removed }: KnowledgeBuildChanges,
  sources: readonly KnowledgeSource[] | undefined,
): readonly { readonly kind: 'added' | 'changed' | 'held' | 'removed'; readonly ids: readonly string[] }[] {
  const isHeld = (id: string): boolean =>
    sources?.some((it) => it.source_id === id && openFindings(it).length > 0) ?? false;
  return [
    { kind: 'added' as const, ids: added },
    { kind: 'changed' as const, ids: changed },
    { kind: 'held' as const, ids: removed.filter(isHeld) },
    { kind: 'removed' as const, ids: removed.filter((id) => !isHeld(id)) },
  ].filter(({ ids }) => ids.length > 0);
}

/** The kinds of changes after which calls are no longer answered from a source. */
const MISSING: ReadonlySet<string> = new Set(['held', 'removed']);

/** The sources that differ between two builds. */
export function SourceChanges({
  changes,
  sources,
}: {
  readonly changes: KnowledgeBuildChanges;
  /** The current sources; undefined until they are known. */
  readonly sources: readonly KnowledgeSource[] | undefined;
}) {
  const { t } = useTranslation();
  const namesOf = useNames(sources);
  const kinds = kindsOf(changes, sources);
  if (kinds.length === 0) return <div className="told">{t('knowledge.build.unchanged')}</div>;
  return (
    <div className="told">
      {kinds.map(({ kind, ids }) => (
        <Text key={kind} size="sm" className="breaks">
          <Text span inherit {...(MISSING.has(kind) ? { fw: 600 } : { c: 'dimmed' })}>
            {t(`knowledge.build.changes.${kind}`)}
          </Text>{' '}
          {namesOf(ids)}
        </Text>
      ))}
    </div>
  );
}
