import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBuildItem, KnowledgeSource } from '../../../../api/generated';
import { DataTable, type Column } from '../../../../parts/tables/DataTable';
import { Instant } from '../../../../parts/values/Instant';
import { Person } from '../../../../parts/values/Person';
import { StatusLabel } from '../../../../parts/values/StatusLabel';
import { useNumbers } from '../../../../texts/numbers';
import { useLeftOut } from './BuildChange';
import type { ProjectKey } from '../../project';
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

/**
 * The sources that differ from the build before, and those that calls would lose; of a failed build,
 * why it failed.
 */
function Changes({
  projectKey,
  build: { build_id: id, changes, failures },
  live,
  sources,
}: {
  readonly projectKey: ProjectKey;
  readonly build: KnowledgeBuildItem;
  /** The build of calls, if it is older than this one. */
  readonly live: string | null | undefined;
  readonly sources: readonly KnowledgeSource[] | undefined;
}) {
  const { t } = useTranslation();
  const namesOf = useNames(sources);
  const lost = useLeftOut(projectKey, changes ? live : undefined, id);
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
  if (changes === null) return <>–</>;
  return (
    <div>
      {lost.length > 0 && (
        <Group gap={4} wrap="nowrap" align="flex-start" className="told" maw="32ch">
          <IconAlertTriangle
            aria-hidden
            size={18}
            color="var(--mantine-color-yellow-text)"
            style={{ flexShrink: 0 }}
          />
          <Text size="sm" fw={600} className="breaks">
            {t('knowledge.build.lost', { names: namesOf(lost) })}
          </Text>
        </Group>
      )}
      <SourceChanges changes={changes} sources={sources} />
    </div>
  );
}

/** The draft and the version that name a build, and the action that names it in the draft. */
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
  projectKey,
  builds,
  named,
  liveVersion,
  sources,
  actionOf,
}: {
  readonly projectKey: ProjectKey;
  readonly builds: readonly KnowledgeBuildItem[];
  readonly named: NamedBuilds;
  readonly liveVersion: number | null;
  /** The current sources; undefined until they are known. */
  readonly sources: readonly KnowledgeSource[] | undefined;
  /** Undefined: the person may not change the draft. */
  readonly actionOf: ((build: KnowledgeBuildItem) => ReactNode) | undefined;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const newer = new Set(
    builds.slice(
      0,
      Math.max(
        0,
        builds.findIndex((it) => it.build_id === named.live),
      ),
    ),
  );
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
      cell: (it) => (
        <Changes
          projectKey={projectKey}
          build={it}
          live={newer.has(it) ? named.live : undefined}
          sources={sources}
        />
      ),
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
