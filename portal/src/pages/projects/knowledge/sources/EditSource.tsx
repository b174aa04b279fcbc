import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeKnowledgeSource,
  saveKnowledgeSourceContent,
  type KnowledgeSource,
} from '../../../../api/generated';
import { listKnowledgeSourcesOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { asProblem } from '../../../../api/problem';
import { useEdited } from '../../../../forms/edited';
import { useWrite } from '../../../../data/write';
import { EditedForm, type Described } from '../../../../parts/forms/EditedForm';
import { HELP_BELOW } from '../../../../parts/forms/help-below';
import { WriteDialog } from '../../../../parts/forms/WriteDialog';
import { Loaded } from '../../../../parts/States';
import type { ProjectKey } from '../../project';
import { hasTwin, sourcesOf } from '../knowledge';
import { useLanguageName } from './languages';
import { textOf } from './source-text';
import { SOURCE_FIELDS, SourceFields, type SourceValues } from './SourceFields';

type Values = SourceValues & { readonly text: string };

/**
 * Changes a source: title and language, how often a page is fetched again, and the text that people
 * wrote. The text is read again when another person has changed it.
 */
export function EditSource({
  projectKey,
  source: listed,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly source: KnowledgeSource;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const isText = listed.kind === 'text';
  const isPage = listed.kind === 'url';
  const read = useQuery({ ...textOf(projectKey, listed), enabled: isText });
  const isNotKept = read.isError && asProblem(read.error).code === 'knowledge_text_not_kept';
  const { source_id, title, language, refresh, etag, url } = read.data ?? listed;
  const before: Values = { title: title ?? '', language, refresh, text: read.data?.text ?? '' };
  const edited = useEdited<Values>(`knowledge-source:${source_id}`, { values: before, etag });
  const { values, set } = edited;
  // The state that this form has saved: its text may be refused after the rest.
  const [own, setOwn] = useState<string>();
  const sources = useQuery(sourcesOf(projectKey)).data?.items;
  const isEmptied = before.text !== '' && values.text.trim() === '';
  const write = useWrite<Values, unknown>(
    async ({ text: written, ...fields }, key) => {
      const at = { path: { ...projectKey.path, source_id }, query: projectKey.query };
      let guard = etag;
      if (SOURCE_FIELDS.some((name) => fields[name] !== before[name])) {
        const headers = { 'If-Match': `"${guard}"`, 'Idempotency-Key': key };
        guard = (await changeKnowledgeSource({ ...at, headers, body: fields })).data.etag;
        setOwn(guard);
      }
      if (written !== before.text)
        await saveKnowledgeSourceContent({
          ...at,
          headers: { 'If-Match': `"${guard}"` },
          body: new Blob([written]),
        });
    },
    {
      changes: [listKnowledgeSourcesOptions(projectKey).queryKey],
      onDone: (_, sent) => {
        edited.discard();
        notifications.show({ message: t('knowledge.saved', { title: sent.title }) });
        onClose();
      },
    },
  );
  const describe = (it: Values): Described => [
    [t('knowledge.source.title'), it.title],
    [t('knowledge.source.language'), languageName(it.language)],
    ...(isPage ? [[t('knowledge.source.refresh'), t(`knowledge.refresh.${it.refresh}`)] as const] : []),
    [t('knowledge.source.text'), it.text],
  ];
  const form = () => (
    <EditedForm
      edited={{ ...edited, isStale: edited.isStale && etag !== own }}
      describe={describe}
      // While a newer state is on its way, nothing can be saved against this one.
      write={{ ...write, isPending: write.isPending || read.isPlaceholderData }}
      shown={SOURCE_FIELDS}
      onSave={() => {
        if (!isEmptied) write.send({ ...values, title: values.title.trim() });
      }}
    >
      {url !== null && (
        <Text size="sm" className="breaks">
          {url}
        </Text>
      )}
      <SourceFields
        values={values}
        set={set}
        errors={write.problem?.fields}
        isPage={isPage}
        isTwin={hasTwin(sources, values.title, source_id)}
      />
      {isText && (
        <Textarea
          label={t('knowledge.source.text')}
          description={t(isNotKept ? 'knowledge.source.textNotKept' : 'knowledge.source.textHelp')}
          error={isEmptied && t('knowledge.source.textEmpty')}
          inputWrapperOrder={HELP_BELOW}
          dir="auto"
          autosize
          minRows={6}
          maxRows={16}
          value={values.text}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        />
      )}
    </EditedForm>
  );
  return (
    <WriteDialog
      isPending={write.isPending}
      size={isText ? 'lg' : undefined}
      onClose={onClose}
      title={t('knowledge.editTitle', { title: listed.title ?? t('knowledge.noTitle') })}
    >
      {isText && !isNotKept ? (
        <Loaded query={read} what={t('knowledge.source.text')} height={360}>
          {form}
        </Loaded>
      ) : (
        form()
      )}
    </WriteDialog>
  );
}
