import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AtBy } from '../../parts/values/Person';
import { versionsOf, type Draft, type Lifecycle, type ProjectKey } from './project';
import { TabLink } from './TabLink';

interface Change {
  readonly at: string | null | undefined;
  readonly by: string | null | undefined;
  readonly what: string;
}

/**
 * The last change of a project that names its author: of a section, of a publication or of the
 * lifecycle; with the way to its history.
 */
export function LastChange({
  projectKey,
  draft,
  lifecycle,
}: {
  readonly projectKey: ProjectKey;
  readonly draft: Draft | undefined;
  readonly lifecycle: Lifecycle | undefined;
}) {
  const { t } = useTranslation();
  const versions = useQuery(versionsOf(projectKey));
  // The line keeps its space while it loads, so that nothing below moves.
  if (versions.isLoading || !draft || !lifecycle)
    return (
      <Text size="sm" mb="sm">
        &nbsp;
      </Text>
    );
  const { project } = lifecycle;
  const [version] = versions.data?.items ?? [];
  // A publication also dates the sections that it changed.
  const changes: readonly Change[] = [
    {
      at: version?.published_at,
      by: version?.published_by,
      what: t('projects.version', { number: version?.version_number }),
    },
    ...Object.entries(draft.sections).map(([name, { updated_at, updated_by }]) => ({
      at: updated_at,
      by: updated_by,
      what: t(`sectionNames.${name}`, { defaultValue: name }),
    })),
    {
      at: project.archived_at,
      by: project.archived_by,
      what: t('projectWords.lifecycle.archived'),
    },
    { at: project.restored_at, by: project.restored_by, what: t('projects.restored') },
    { at: project.created_at, by: project.created_by, what: t('projects.created') },
  ];
  const last = changes.reduce((one, other) => ((other.at ?? '') > (one.at ?? '') ? other : one));
  return (
    <Text size="sm" c="dimmed" component="div" mb="sm">
      {t('words.lastChanged')} <AtBy {...last} />
      {' · '}
      <TabLink tab="versions" isInText>
        {t('projects.history')}
      </TabLink>
    </Text>
  );
}
