import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBuildItem, KnowledgeSource } from '../../../../api/generated';
import { DataTable, type Column } from '../../../../parts/tables/DataTable';
import { Instant } from '../../../../parts/values/Instant';
import { Person } from '../../../../parts/values/Person';
import { StatusLabel } from '../../../../parts/values/StatusLabel';
import { useNumbers } from '../../../../texts/numbers';
import type { NamedBuilds } from './named-builds';
import { useStagedWords } from './staged-words';
import { SourceChanges, useNames } from './SourceChanges';

/** The process that builds changed pages (knowledge 5.10). */
const AUTOMATIC = 'worker';

function Requested({
  build: { requested_at_utc: at, requested_by: by },
}: {
  readonly build: KnowledgeBuildItem;
}) {
  const { t } = useTranslation();
  return (
    <div className="stacked" style={{ minWidth: '18ch' }}>
      <Instant at={at} />
      <Text size="sm" c="dimmed" component="div">
        {by === AUTOMATIC ? t('knowledge.build.automatic') : <Person id={by} />}
      </Text>
    </div>
  );
}

/** The sources that differ from the build before; of a failed build, why it failed. */
function Changes({
  build: { changes, failures },
  sources,
}: {
  readonly build: KnowledgeBuildItem;
  readonly sources: readonly KnowledgeSource[] | undefined;
}) {
  const { t } = useTranslation();
  const namesOf = useNames(sources);
  if (failures.length > 0)
    return (
      <div className="told">
        {failures.map(({ source_id: id, code }) => (
          <Text key={id} size="sm" className="breaks">
            {t(`knowledge.build.failures.${code}`, { source: namesOf([id]) })}
          </Text>
        ))}
      </div>
    );
  return changes === null ? <>–</> : <SourceChanges changes={changes} sources={sources} />;
}

/** The draft and the version that name a build; and the action that names it in the draft. */
function Uses({
  build: { build_id: id },
  named,
  liveVersion,
  action,
}: {
  readonly build: KnowledgeBuildItem;
  readonly named: NamedBuilds;
  readonly liveVersion: number | null;
  readonly action: ReactNode;
}) {
  const { t } = useTranslation();
  const stagedWords = useStagedWords();
  const isLive = id === named.live;
  const isInDraft = named.hasDraft && id === named.draft;
  const staged = named.staged?.build === id ? named.staged.release : undefined;
  if (!isLive && !staged && !isInDraft && !action) return <>–</>;
  return (
    <Stack gap={4} align="flex-start">
      {isLive && <Badge color="teal.9">{t('knowledge.build.live', { number: liveVersion })}</Badge>}
      {staged && <Badge color="teal.9">{stagedWords(staged)}</Badge>}
      {isInDraft && <Badge variant="default">{t('projects.draft')}</Badge>}
      {action && <Group wrap="nowrap">{action}</Group>}
    </Stack>
  );
}

/** The builds of a project, the newest first. */
export function BuildTable({
  builds,
  named,
  liveVersion,
  sources,
  actionOf,
}: {
  readonly builds: readonly KnowledgeBuildItem[];
  readonly named: NamedBuilds;
  readonly liveVersion: number | null;
  /** The present ones; undefined until they are known. */
  readonly sources: readonly KnowledgeSource[] | undefined;
  /** Undefined: the person may not change the draft. */
  readonly actionOf: ((build: KnowledgeBuildItem) => ReactNode) | undefined;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const columns: readonly Column<KnowledgeBuildItem>[] = [
    { name: 'at', label: t('knowledge.build.columns.requested'), cell: (it) => <Requested build={it} /> },
    {
      name: 'state',
      label: t('knowledge.build.columns.state'),
      cell: ({ state }) => (
        <StatusLabel kind="build" value={state} word={t(`knowledge.build.states.${state}`)} />
      ),
    },
    {
      name: 'sources',
      label: t('knowledge.build.columns.sources'),
      isNumber: true,
      cell: (it) => count(it.source_count),
    },
    {
      name: 'passages',
      label: t('knowledge.build.columns.passages'),
      isNumber: true,
      cell: (it) => (it.state === 'ready' ? count(it.chunks) : '–'),
    },
    {
      name: 'changes',
      label: t('knowledge.build.columns.changes'),
      cell: (it) => <Changes build={it} sources={sources} />,
    },
    {
      name: 'use',
      label: t('knowledge.build.columns.use'),
      cell: (it) => <Uses build={it} named={named} liveVersion={liveVersion} action={actionOf?.(it)} />,
    },
  ];
  return (
    <DataTable
      caption={t('knowledge.parts.builds')}
      columns={columns}
      rows={builds}
      keyOf={(it) => it.build_id}
    />
  );
}
