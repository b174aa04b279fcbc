import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '../../../../api/generated';
import { uploadContent } from '../../../../data/content-uploads';
import type { ProjectKey } from '../../project';
import { hasNoContent } from '../knowledge';
import { FileChoice } from './FileChoice';

/** Sends another file of a source. */
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
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('knowledge.replaceTitle', { title: source.title ?? t('knowledge.noTitle') })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack>
          {!hasNoContent(source) && <Text size="sm">{t('knowledge.replaceText')}</Text>}
          <FileChoice file={file} onChoose={setFile} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" disabled={!file}>
              {t('knowledge.upload')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
