import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeKnowledgeSource, type KnowledgeSource } from '../../../../api/generated';
import { listKnowledgeSourcesOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../../data/write';
import { WriteDialog } from '../../../../parts/forms/WriteDialog';
import { Refusal } from '../../../../parts/Refusal';
import type { ProjectKey } from '../../project';

/**
 * The findings of one processing; after another one, the selection starts again from what is
 * accepted by then.
 */
function Choices({
  source: { findings },
  isPending,
  onSave,
  onClose,
}: {
  readonly source: KnowledgeSource;
  readonly isPending: boolean;
  readonly onSave: (accepted: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const before = findings.filter(({ accepted }) => accepted).map(({ name }) => name);
  const [names, setNames] = useState<readonly string[]>(before);
  const isSame = names.length === before.length && before.every((it) => names.includes(it));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame) onSave(names);
      }}
    >
      <Stack>
        <Checkbox.Group
          label={t('knowledge.findings.label')}
          value={[...names]}
          onChange={(next: string[]) => setNames(next)}
        >
          <Stack gap="xs" mt="xs">
            {findings.map(({ name, count }) => (
              <Checkbox
                key={name}
                value={name}
                label={t(`knowledge.findings.names.${name}`, { defaultValue: name })}
                description={t('knowledge.findings.passages', { count })}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" disabled={isSame} loading={isPending}>
            {t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Accepts personal data and credentials in a source, by kind (knowledge 3.7, 3.8). */
export function Findings({
  projectKey,
  source,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly source: KnowledgeSource;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { source_id, etag, title, kind } = source;
  const write = useWrite<readonly string[], unknown>(
    (accepted, key) =>
      changeKnowledgeSource({
        path: { ...projectKey.path, source_id },
        query: projectKey.query,
        headers: { 'If-Match': `"${etag}"`, 'Idempotency-Key': key },
        body: { accepted_findings: [...accepted] },
      }),
    {
      changes: [listKnowledgeSourcesOptions(projectKey).queryKey],
      onDone: () => {
        notifications.show({ message: t('knowledge.saved', { title }) });
        onClose();
      },
    },
  );
  return (
    <WriteDialog
      isPending={write.isPending}
      onClose={onClose}
      title={t('knowledge.findings.title', { title: title ?? t('knowledge.noTitle') })}
    >
      <Stack>
        <Text size="sm">{t('knowledge.findings.text')}</Text>
        <Text size="sm">{t(`knowledge.findings.remedy.${kind}`)}</Text>
        <Refusal problem={write.problem} />
        <Choices
          key={etag}
          source={source}
          isPending={write.isPending}
          onSave={write.send}
          onClose={onClose}
        />
      </Stack>
    </WriteDialog>
  );
}
