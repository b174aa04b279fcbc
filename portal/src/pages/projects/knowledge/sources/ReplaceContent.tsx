import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '../../../../api/generated';
import { uploadContent } from '../../../../data/content-uploads';
import { FormDialog } from '../../../../parts/forms/FormDialog';
import type { ProjectKey } from '../../project';
import { hasNoContent } from '../knowledge';
import { FileChoice } from './FileChoice';

/** Uploads another file for a source. */
export function ReplaceContent({
  projectKey,
  source,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly source: KnowledgeSource;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const send = (): void => {
    if (!file) return;
    const { project_id: projectId } = projectKey.path;
    const to = { clientId: projectKey.query.client_id, projectId, sourceId: source.source_id };
    void uploadContent(to, source.title ?? t('knowledge.noTitle'), file);
    onClose();
  };
  return (
    <FormDialog
      size="lg"
      title={t('knowledge.replaceTitle', { title: source.title ?? t('knowledge.noTitle') })}
      action={t('knowledge.upload')}
      isReady={file !== null}
      onSubmit={send}
      onClose={onClose}
    >
      {!hasNoContent(source) && <Text size="sm">{t('knowledge.replaceText')}</Text>}
      <FileChoice file={file} onChoose={setFile} />
    </FormDialog>
  );
}
