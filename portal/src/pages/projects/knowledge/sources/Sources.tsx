import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../address/assignment';
import { requestKnowledgeRefresh, type KnowledgeSource } from '../../../../api/generated';
import { useChangeView } from '../../../../address/view';
import { useWrite } from '../../../../data/write';
import { Panel } from '../../../../parts/Panel';
import { Refusal } from '../../../../parts/Refusal';
import { Empty, Loaded } from '../../../../parts/States';
import { useNumbers } from '../../../../texts/numbers';
import { MOST_SOURCES, MOST_TEXT_BYTES, sourcesOf, useMayChange, type KnowledgeProps } from '../knowledge';
import { ContentUploads } from './ContentUploads';
import type { SourceAction } from './SourceMenu';
import { SourceTable } from './SourceTable';

const AddSource = lazy(async () => ({ default: (await import('./AddSource')).AddSource }));
const ReadSource = lazy(async () => ({ default: (await import('./ReadSource')).ReadSource }));
const DIALOGS = {
  edit: lazy(async () => ({ default: (await import('./EditSource')).EditSource })),
  content: lazy(async () => ({ default: (await import('./ReplaceContent')).ReplaceContent })),
  findings: lazy(async () => ({ default: (await import('./Findings')).Findings })),
  delete: lazy(async () => ({ default: (await import('./DeleteSource')).DeleteSource })),
} as const;

interface Opened {
  readonly action: keyof typeof DIALOGS;
  readonly id: string;
}

/** The documents and pages from which the assistant answers. */
export function Sources({ projectKey, isOpen }: KnowledgeProps) {
  const { t } = useTranslation();
  const { count, size } = useNumbers();
  const may = useMayChange(isOpen);
  const mayRead = useMay()('getKnowledgeSourceContent');
  const change = useChangeView();
  const { open }: { open?: string } = useSearch({ strict: false });
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const sources = useQuery(sourcesOf(projectKey));
  const refresh = useWrite<KnowledgeSource, unknown>(
    ({ source_id }, key) =>
      requestKnowledgeRefresh({
        path: { ...projectKey.path, source_id },
        query: projectKey.query,
        headers: { 'Idempotency-Key': key },
      }),
    {
      changes: [sourcesOf(projectKey).queryKey],
      onDone: (_, { title }) =>
        notifications.show({
          message: t('knowledge.refreshing', { title: title ?? t('knowledge.noTitle') }),
        }),
    },
  );
  const choose = (action: SourceAction, source: KnowledgeSource): void => {
    refresh.reset();
    if (action === 'read') change({ open: source.source_id });
    else if (action === 'refresh') refresh.send(source);
    else setOpened({ action, id: source.source_id });
  };
  const add = may('createKnowledgeSource') && (
    <Button size="xs" leftSection={<IconPlus aria-hidden size={14} />} onClick={() => setAdding(true)}>
      {t('knowledge.add')}
    </Button>
  );
  const chosen = opened && sources.data?.items.find((it) => it.source_id === opened.id);
  const named = sources.data?.items.find((it) => it.source_id === open);
  const Dialog = opened && DIALOGS[opened.action];
  return (
    <Panel title={t('knowledge.parts.sources')} aside={add}>
      <Text size="sm" c="dimmed">
        {t('knowledge.help.sources')}
      </Text>
      <Stack gap="xs">
        <ContentUploads projectId={projectKey.path.project_id} />
        <Refusal problem={refresh.problem} />
        {open !== undefined && sources.data && !named && (
          <Text size="sm" role="status">
            {t('knowledge.reading.gone')}
          </Text>
        )}
      </Stack>
      <Loaded query={sources} what={t('knowledge.parts.sources')} height={240}>
        {({ items, text_bytes: bytes }) =>
          items.length === 0 ? (
            <Empty
              title={t('knowledge.none')}
              next={t(add ? 'knowledge.noneNext' : 'knowledge.noneRead')}
              action={add}
            />
          ) : (
            <>
              <SourceTable sources={items} may={may} mayRead={mayRead} onChoose={choose} />
              <Text size="sm" c="dimmed">
                {t('knowledge.room', {
                  sources: count(items.length),
                  mostSources: count(MOST_SOURCES),
                  bytes: size(bytes),
                  mostBytes: size(MOST_TEXT_BYTES),
                })}
              </Text>
            </>
          )
        }
      </Loaded>
      <Suspense>
        {isAdding && <AddSource projectKey={projectKey} onClose={() => setAdding(false)} />}
        {named && mayRead && (
          <ReadSource
            key={named.source_id}
            projectKey={projectKey}
            source={named}
            onClose={() => change({ open: undefined })}
          />
        )}
        {Dialog && chosen && (
          <Dialog
            key={`${opened.action} ${opened.id}`}
            projectKey={projectKey}
            source={chosen}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
