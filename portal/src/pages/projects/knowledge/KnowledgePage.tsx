import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listKnowledgeSourcesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView, useView } from '../../../address/view';
import { useProjectQuery } from '../../../data/projects';
import { Empty, Loaded } from '../../../parts/States';
import { ProjectSelect } from '../../../parts/ProjectSelect';
import { PageHead } from '../../../shell/PageHead';
import type { TabProps } from '../project';
import { KnowledgeParts } from './KnowledgeParts';

/** The knowledge of one project. If the person cannot see the project, the page says so once. */
function OfProject({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const projectKey = { path: { project_id: projectId }, query: { client_id } };
  const sources = useQuery(listKnowledgeSourcesOptions(projectKey));
  return (
    <Loaded query={sources} what={t('pages.knowledge')} height={480}>
      {() => <KnowledgeParts projectKey={projectKey} isOpen liveVersion={null} />}
    </Loaded>
  );
}

/**
 * The knowledge of projects, for people who may read it but cannot open the projects themselves.
 */
export function KnowledgePage() {
  const { t } = useTranslation();
  const { project_id } = useView();
  const change = useChangeView();
  const projects = useProjectQuery();
  const chosen = project_id ?? projects.data?.[0]?.value;
  return (
    <>
      <PageHead title={t('pages.knowledge')} help={t('help.knowledge')} chapter="knowledge">
        <ProjectSelect
          size="xs"
          w={220}
          allowDeselect={false}
          aria-label={t('shell.project')}
          value={chosen ?? null}
          onChange={(value) => change({ project_id: value ?? undefined })}
        />
      </PageHead>
      {chosen === undefined ? (
        <Loaded query={projects} what={t('pages.knowledge')} height={480}>
          {() => <Empty title={t('knowledge.noProject')} next={t('knowledge.noProjectNext')} />}
        </Loaded>
      ) : (
        <OfProject key={chosen} projectId={chosen} />
      )}
    </>
  );
}

/** The knowledge of a project, on the project's page. */
export function KnowledgeTab({ projectKey, lifecycle: { project } }: TabProps) {
  const { t } = useTranslation();
  const isOpen = project.lifecycle_state !== 'archived';
  return (
    <Stack gap="md">
      {!isOpen && <Text size="sm">{t('knowledge.archived')}</Text>}
      <KnowledgeParts
        key={projectKey.path.project_id}
        projectKey={projectKey}
        isOpen={isOpen}
        liveVersion={project.latest_published_version}
      />
    </Stack>
  );
}
