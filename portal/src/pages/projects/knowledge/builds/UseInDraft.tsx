import { Alert, Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite, type Write } from '../../../../data/write';
import { configurationOf, draftOf, lifecycleOf, type Draft, type ProjectKey } from '../../project';
import { TabLink } from '../../TabLink';

interface Named {
  readonly buildId: string;
  readonly draft: Draft;
}

/** Names a build in the draft's assistant, through the ordinary save of the section. */
export function useBuildInDraft(projectKey: ProjectKey): Write<Named, string> {
  return useWrite<Named, string>(
    async ({ buildId, draft }, key) => {
      const base = configurationOf(draft, 'assistant') ?? {};
      const value = { ...base, knowledge_build_id: buildId };
      // Loaded on demand, like the rest of the section editor.
      const { saveSection } = await import('../../save-section');
      await saveSection(projectKey, 'assistant', { edit: { base, value }, etag: draft.etag }, key);
      return buildId;
    },
    {
      changes: [
        draftOf(projectKey).queryKey,
        ['validation', projectKey.path.project_id],
        lifecycleOf(projectKey).queryKey,
      ],
    },
  );
}

export function UseInDraft({
  buildId,
  label,
  draft,
  write,
}: {
  readonly buildId: string;
  readonly label: string;
  /** Undefined until it is known. */
  readonly draft: Draft | undefined;
  readonly write: Write<Named, string>;
}) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('knowledge.build.useOf', { build: label })}
      disabled={!draft}
      loading={write.isPending}
      onClick={() => draft && write.send({ buildId, draft })}
    >
      {t('knowledge.build.use')}
    </Button>
  );
}

/** The next step, once the draft names a build. */
export function UsedInDraft() {
  const { t } = useTranslation();
  return (
    <Alert
      color="teal"
      variant="outline"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={t('knowledge.build.used')}
    >
      <TabLink tab="release">{t('projects.toRelease')}</TabLink>
    </Alert>
  );
}
