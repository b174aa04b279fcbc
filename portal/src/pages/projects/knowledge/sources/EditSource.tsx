import { Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import {
  changeKnowledgeSource,
  type ChangeSourceRequest,
  type KnowledgeSource,
} from '../../../../api/generated';
import { listKnowledgeSourcesOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { useEdited } from '../../../../forms/edited';
import { useWrite } from '../../../../data/write';
import { EditedForm, type Described } from '../../../../parts/forms/EditedForm';
import type { ProjectKey } from '../../project';
import { useLanguageName } from './languages';
import { SOURCE_FIELDS, SourceFields, type SourceValues } from './SourceFields';

/** Changes the title and the language of a source, and how often a page is read again. */
export function EditSource({
  projectKey,
  source,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly source: KnowledgeSource;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const { source_id, title, language, refresh, etag, url } = source;
  const isPage = source.kind === 'url';
  const edited = useEdited<SourceValues>(`knowledge-source:${source_id}`, {
    values: { title: title ?? '', language, refresh },
    etag,
  });
  const { values, set } = edited;
  const write = useWrite<ChangeSourceRequest, unknown>(
    (body, key) =>
      changeKnowledgeSource({
        path: { ...projectKey.path, source_id },
        query: projectKey.query,
        headers: { 'If-Match': `"${etag}"`, 'Idempotency-Key': key },
        body,
      }),
    {
      changes: [listKnowledgeSourcesOptions(projectKey).queryKey],
      onDone: (_, sent) => {
        edited.discard();
        notifications.show({ message: t('knowledge.saved', { title: sent.title }) });
        onClose();
      },
    },
  );
  const describe = (it: SourceValues): Described => [
    [t('knowledge.source.title'), it.title],
    [t('knowledge.source.language'), languageName(it.language)],
    ...(isPage ? [[t('knowledge.source.refresh'), t(`knowledge.refresh.${it.refresh}`)] as const] : []),
  ];
  const save = (): void => {
    const shared = { title: values.title.trim(), language: values.language };
    write.send(isPage ? { ...shared, refresh: values.refresh } : shared);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('knowledge.editTitle', { title: title ?? t('knowledge.noTitle') })}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <EditedForm
        edited={edited}
        describe={describe}
        isPending={write.isPending}
        problem={write.problem}
        shown={SOURCE_FIELDS}
        onSave={save}
      >
        {url !== null && (
          <Text size="sm" className="breaks">
            {url}
          </Text>
        )}
        <SourceFields values={values} set={set} errors={write.problem?.fields} isPage={isPage} />
      </EditedForm>
    </Modal>
  );
}
