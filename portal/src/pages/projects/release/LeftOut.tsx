import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../address/assignment';
import { SourceChanges, useNames } from '../knowledge/builds/SourceChanges';
import { sourcesOf } from '../knowledge/knowledge';
import type { ProjectKey } from '../project';
import { TabLink } from '../TabLink';

/**
 * The sources from which calls will no longer be answered once they use the draft, and the deleted
 * ones from which they will.
 */
export function LeftOut({
  projectKey,
  ids,
  deleted,
  version,
}: {
  readonly projectKey: ProjectKey;
  readonly ids: readonly string[];
  readonly deleted: readonly string[];
  /** The version that is released; undefined: the draft. */
  readonly version?: number;
}) {
  const { t } = useTranslation();
  const mayRead = useMay()('listKnowledgeSources');
  const sources = useQuery({ ...sourcesOf(projectKey), enabled: mayRead && ids.length > 0 }).data?.items;
  const namesOf = useNames(sources);
  if (ids.length + deleted.length === 0) return null;
  const [count, words] =
    ids.length > 0 ? [ids.length, 'leftOut' as const] : [deleted.length, 'deleted' as const];
  return (
    <Alert
      color="yellow"
      variant="outline"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        version === undefined
          ? t(`release.${words}`, { count })
          : t(`release.${words}Of`, { count, number: version })
      }
    >
      {ids.length > 0 && (
        <>
          <Text size="sm">{t('release.leftOutText')}</Text>
          {version === undefined ? (
            <SourceChanges changes={{ added: [], changed: [], removed: [...ids] }} sources={sources} />
          ) : (
            // Neither a finding nor a person took them from an earlier version: it never had them.
            <Text size="sm" fw={600} className="breaks">
              {namesOf(ids)}
            </Text>
          )}
        </>
      )}
      {deleted.length > 0 && <Text size="sm">{t('release.deletedText', { count: deleted.length })}</Text>}
      <TabLink tab="knowledge">{t('knowledge.build.toSources')}</TabLink>
    </Alert>
  );
}
