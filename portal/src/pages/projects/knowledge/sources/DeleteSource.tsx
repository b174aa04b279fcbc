import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deleteKnowledgeSource, type KnowledgeSource } from '../../../../api/generated';
import { listKnowledgeSourcesOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { stopContentUpload } from '../../../../data/content-uploads';
import { useWrite } from '../../../../data/write';
import { Confirm } from '../../../../parts/Confirm';
import type { ProjectKey } from '../../project';

/** Deletes a source with its text, which cannot be undone. */
export function DeleteSource({
  projectKey,
  source: { source_id, etag, title },
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly source: KnowledgeSource;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const write = useWrite<string, unknown>(
    (guard, key) =>
      deleteKnowledgeSource({
        path: { ...projectKey.path, source_id },
        query: projectKey.query,
        headers: { 'If-Match': `"${guard}"`, 'Idempotency-Key': key },
      }),
    {
      changes: [listKnowledgeSourcesOptions(projectKey).queryKey],
      onDone: () => {
        stopContentUpload(source_id);
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('knowledge.deleteTitle', { title: title ?? t('knowledge.noTitle') })}
      action={t('knowledge.delete')}
      typed={title ?? undefined}
      write={write}
      onConfirm={() => write.send(etag)}
      onClose={onClose}
    >
      <Text size="sm">{t('knowledge.deleteText')}</Text>
    </Confirm>
  );
}
