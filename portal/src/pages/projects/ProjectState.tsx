import { Badge, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ValidationResponse } from '../../api/generated';
import type { Lifecycle } from './project';

/** Next to the name: the published version, whether there is a draft, and a link to its release. */
export function ProjectState({
  lifecycle: { project, permissions },
  validation,
  isFull,
}: {
  readonly lifecycle: Lifecycle;
  readonly validation: ValidationResponse | undefined;
  readonly isFull: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Badge variant="default">{t(`projectWords.lifecycle.${project.lifecycle_state}`)}</Badge>
      <Badge variant="default">
        {project.latest_published_version === null
          ? t('projects.notPublished')
          : t('projects.version', { number: project.latest_published_version })}
      </Badge>
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
