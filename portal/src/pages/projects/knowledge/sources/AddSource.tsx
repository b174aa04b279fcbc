import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createKnowledgeSource,
  type CreateSourceRequest,
  type KnowledgeSource,
} from '../../../../api/generated';
import { listKnowledgeSourcesOptions } from '../../../../api/generated/@tanstack/react-query.gen';
import { uploadContent } from '../../../../data/content-uploads';
import { useWrite } from '../../../../data/write';
import { bind } from '../../../../forms/bind';
import { useDraft } from '../../../../forms/draft';
import { FormDialog } from '../../../../parts/forms/FormDialog';
import { HELP_BELOW } from '../../../../parts/forms/help-below';
import type { ProjectKey } from '../../project';
import { hasTwin, sourcesOf } from '../knowledge';
import { FileChoice } from './FileChoice';
import { MOST_LETTERS, SOURCE_FIELDS, SourceFields, type SourceValues } from './SourceFields';

type Kind = KnowledgeSource['kind'];
type Values = SourceValues & { readonly kind: Kind; readonly text: string; readonly url: string };

const KINDS: readonly Kind[] = ['file', 'text', 'url'];

/** The name of a file without its ending. */
const titleOf = ({ name }: File): string => name.replace(/\.[^.]+$/, '').slice(0, MOST_LETTERS);

const requestOf = ({ kind, title, language, url, refresh }: Values): CreateSourceRequest => ({
  kind,
  title: title.trim(),
  language,
  ...(kind === 'url' ? { url: url.trim(), refresh } : {}),
});

/** Adds a text, a file or a page, and sends the content of the first two. */
export function AddSource({
  projectKey,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const draft = useDraft<Values>(`project:${projectKey.path.project_id}:new-source`, {
    kind: 'file',
    title: '',
    language: i18n.language,
    refresh: 'weekly',
    text: '',
    url: '',
  });
  const { values, set } = draft;
  const { kind, title, text, url } = values;
  const sources = useQuery(sourcesOf(projectKey)).data?.items;
  const write = useWrite<CreateSourceRequest, KnowledgeSource>(
    async (body, key) =>
      (await createKnowledgeSource({ ...projectKey, headers: { 'Idempotency-Key': key }, body })).data,
    {
      changes: [listKnowledgeSourcesOptions(projectKey).queryKey],
      onDone: ({ source_id: sourceId }, sent) => {
        const content = sent.kind === 'file' ? file : sent.kind === 'text' ? new Blob([text]) : null;
        const { project_id: projectId } = projectKey.path;
        if (content)
          void uploadContent(
            { clientId: projectKey.query.client_id, projectId, sourceId },
            sent.title,
            content,
          );
        draft.clear();
        notifications.show({ message: t('knowledge.added', { title: sent.title }) });
        onClose();
      },
    },
  );
  const fields = write.problem?.fields ?? {};
  const form = bind(draft, fields);
  const isFilled = { file: file !== null, text: text.trim() !== '', url: /^https:\/\/\S/.test(url.trim()) }[
    kind
  ];
  const choose = (chosen: File): void => {
    setFile(chosen);
    if (title.trim() === '') set({ title: titleOf(chosen) });
  };
  const close = (): void => {
    // The draft cannot keep the file, so its name would title the next one.
    if (kind === 'file' && file && title === titleOf(file)) set({ title: '' });
    onClose();
  };
  return (
    <FormDialog
      size="lg"
      title={t('knowledge.add')}
      action={t('knowledge.addAction')}
      isReady={isFilled && title.trim() !== ''}
      write={write}
      shown={[...SOURCE_FIELDS, 'url']}
      onSubmit={() => write.send(requestOf(values))}
      onClose={close}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('knowledge.kindLabel')}
        data={KINDS.map((value) => ({ value, label: t(`knowledge.kinds.${value}`) }))}
        value={kind}
        onChange={(next) => set({ kind: KINDS.find((it) => it === next) ?? kind })}
      />
      {kind === 'file' && <FileChoice file={file} onChoose={choose} />}
      {kind === 'url' && (
        <TextInput
          type="url"
          label={t('knowledge.source.url')}
          description={t('knowledge.source.urlHelp')}
          inputWrapperOrder={HELP_BELOW}
          placeholder="https://www.example.com/opening-hours"
          autoComplete="off"
          {...form.text('url')}
        />
      )}
      <SourceFields
        values={values}
        set={set}
        errors={fields}
        isPage={kind === 'url'}
        isTwin={hasTwin(sources, title)}
      />
      {kind === 'text' && (
        <Textarea
          label={t('knowledge.source.text')}
          description={t('knowledge.source.textHelp')}
          inputWrapperOrder={HELP_BELOW}
          dir="auto"
          autosize
          minRows={6}
          maxRows={16}
          {...form.text('text')}
        />
      )}
    </FormDialog>
  );
}
