import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ValidationResponse } from '../../api/generated';
import { versionsOf, type Lifecycle, type ProjectKey } from './project';

/** Next to the name: the published version, a staged one, whether there is a draft, and a link to its release. */
export function ProjectState({
  projectKey,
  lifecycle: { project, permissions },
  validation,
  isFull,
}: {
  readonly projectKey: ProjectKey;
  readonly lifecycle: Lifecycle;
  readonly validation: ValidationResponse | undefined;
  readonly isFull: boolean;
}) {
  const { t } = useTranslation();
  // The line below the name reads the same list.
  const versions = useQuery({ ...versionsOf(projectKey), enabled: isFull }).data;
  const staged = versions?.items.find(({ state }) => state === 'staged');
  return (
    <Group gap="xs">
      <Badge variant="default">{t(`projectWords.lifecycle.${project.lifecycle_state}`)}</Badge>
      <Badge variant="default">
        {project.latest_published_version === null
          ? t('projects.notPublished')
          : t('projects.version', { number: project.latest_published_version })}
      </Badge>
      {staged && <Badge variant="default">{t('projects.staged', { number: staged.version_number })}</Badge>}
      {project.draft_status === 'draft' && <Badge variant="default">{t('projects.draft')}</Badge>}
      {isFull && permissions.can_edit && project.draft_status === 'draft' && (
        <Button
          size="xs"
          variant={validation?.status === 'blocked' ? 'default' : 'filled'}
          renderRoot={(props) => (
            <Link
              to="."
              search={(it) => ({ client_id: it.client_id, zone: it.zone, tab: 'release' })}
              {...props}
            />
          )}
        >
          {t('projects.toRelease')}
        </Button>
      )}
    </Group>
  );
}
