import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TabProps } from '../project';
import { KnowledgeParts } from './KnowledgeParts';

/** The knowledge of a project, on the page of the project. */
export function KnowledgeTab({ projectKey, lifecycle: { project } }: TabProps) {
  const { t } = useTranslation();
  const isOpen = project.lifecycle_state !== 'archived';
  return (
    <Stack gap="md">
      {!isOpen && <Text size="sm">{t('knowledge.archived')}</Text>}
      <KnowledgeParts
        projectKey={projectKey}
        isOpen={isOpen}
        liveVersion={project.latest_published_version}
      />
    </Stack>
  );
}
