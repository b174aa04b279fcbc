import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteConversationTest,
  runConversationTests,
  type ConversationTestListResponse,
} from '../../../api/generated';
import {
  getConversationTestOptions,
  listConversationTestsOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { ifMatch, type ProjectKey, type TabProps } from '../project';
import { LIVE_MS } from '../running-tests';
import { Run, Runs } from './Runs';
import { TestEditor } from './TestEditor';

type Row = ConversationTestListResponse['items'][number];
type Result = Row['last_results']['draft'];
const USES = ['draft', 'published'] as const;
type Use = (typeof USES)[number];

function LastResult({ result }: { readonly result: Result }) {
  const { t } = useTranslation();
  if (!result) return <>–</>;
  return (
    <Text span size="sm">
      {t(`tests.status.${result.status}`)}
      {result.error_reason && `: ${t(`tests.reasons.${result.error_reason}`)}`}
      {!!result.failed_assertions && ` (${t('tests.failedCount', { count: result.failed_assertions })})`}
      {result.ended_at && (
        <>
          {' · '}
          <Instant at={result.ended_at} />
        </>
      )}
    </Text>
  );
}

function Existing({
  projectKey,
  id,
  isReadOnly,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly id: string;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const test = useQuery(
    getConversationTestOptions({ path: { ...projectKey.path, test_id: id }, query: projectKey.query }),
  );
  return (
    <Loaded query={test} what={t('projectTabs.tests')} height={240}>
      {(data) => <TestEditor projectKey={projectKey} test={data} isReadOnly={isReadOnly} onClose={onClose} />}
    </Loaded>
  );
}

/** Scripted callers of a project: their assertions, and whether they passed last time. */
export function ConversationTestsTab({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { open }: { open?: string } = useSearch({ strict: false });
  const [leaving, setLeaving] = useState<Row | null>(null);
  const close = (): void => change({ open: undefined });
  const tests = useQuery({
    ...listConversationTestsOptions(projectKey),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ standing }) => standing === 'running') ? LIVE_MS : false,
  });
  const changes = [
    listConversationTestsOptions(projectKey).queryKey,
    [{ _id: 'listConversationRuns' }],
    ['validation', projectKey.path.project_id],
  ];
  const run = useWrite<{ readonly use: Use; readonly test_ids?: string[] }, string>(
    async (body, key) => {
      const { data } = await runConversationTests({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body,
      });
      return data.run_id;
    },
    { changes, onDone: (id) => change({ open: `run.${id}` }) },
  );
  const remove = useWrite<Row, unknown>(
    ({ test_id, etag }, key) =>
      deleteConversationTest({
        path: { ...projectKey.path, test_id },
        query: projectKey.query,
        headers: { ...ifMatch(etag), 'Idempotency-Key': key },
      }),
    { changes, onDone: () => setLeaving(null) },
  );
  const canAct = lifecycle.permissions.can_edit;
  const mayRun: Readonly<Record<Use, boolean>> = {
    draft: lifecycle.project.draft_status === 'draft',
    published: lifecycle.project.latest_published_version !== null,
  };
  const columns: readonly Column<Row>[] = [
    {
      name: 'name',
      label: t('tests.name'),
      cell: (it) => (
        <Button size="compact-sm" variant="subtle" onClick={() => change({ open: it.test_id })}>
          <span dir="auto">{it.name}</span>
        </Button>
      ),
    },
    { name: 'standing', label: t('tests.standing'), cell: (it) => t(`tests.standings.${it.standing}`) },
    { name: 'draft', label: t('tests.onDraft'), cell: (it) => <LastResult result={it.last_results.draft} /> },
    {
      name: 'published',
      label: t('tests.onPublished'),
      cell: (it) => <LastResult result={it.last_results.published} />,
    },
    {
      name: 'findings',
      label: t('tests.findings'),
      cell: (it) => (it.findings.length === 0 ? '–' : it.findings.map(({ message }) => message).join(' ')),
    },
    ...(canAct
      ? [
          {
            name: 'action',
            label: t('projectSettings.action'),
            cell: (it: Row) => (
              <Group gap={4} wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() =>
                    run.send({ use: mayRun.draft ? 'draft' : 'published', test_ids: [it.test_id] })
                  }
                >
                  {t('tests.runOne')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  aria-label={t('tests.deleteTitle', { name: it.name })}
                  onClick={() => setLeaving(it)}
                >
                  {t('secrets.delete')}
                </Button>
              </Group>
            ),
          },
        ]
      : []),
  ];
  const actions = canAct && (
    <Group gap="xs">
      {tests.data && tests.data.items.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" loading={run.isPending}>
              {t('tests.runAll')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {USES.map((use) => (
              <Menu.Item key={use} disabled={!mayRun[use]} onClick={() => run.send({ use })}>
                {t(`testCalls.uses.${use}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button
        size="xs"
        leftSection={<IconPlus aria-hidden size={14} />}
        onClick={() => change({ open: 'new' })}
      >
        {t('tests.create')}
      </Button>
    </Group>
  );
  const [, runId] = /^run\.(.+)$/.exec(open ?? '') ?? [];
  return (
    <Stack>
      {runId && <Run projectKey={projectKey} id={runId} canAct={canAct} />}
      {open === 'new' && (
        <TestEditor projectKey={projectKey} test={null} isReadOnly={!canAct} onClose={close} />
      )}
      {open && !runId && open !== 'new' && (
        <Existing projectKey={projectKey} id={open} isReadOnly={!canAct} onClose={close} />
      )}
      <Panel title={t('projectTabs.tests')} aside={actions}>
        <Text size="sm" c="dimmed">
          {t('tests.help')}
        </Text>
        <Refusal problem={run.problem} />
        <Loaded query={tests} what={t('projectTabs.tests')} height={200}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={t('tests.none')} next={t('tests.noneNext')} />
            ) : (
              <DataTable
                caption={t('projectTabs.tests')}
                columns={columns}
                rows={items}
                keyOf={(it) => it.test_id}
              />
            )
          }
        </Loaded>
      </Panel>
      <Runs projectKey={projectKey} />
      {leaving && (
        <Confirm
          title={t('tests.deleteTitle', { name: leaving.name })}
          action={t('secrets.delete')}
          write={remove}
          onConfirm={() => remove.send(leaving)}
          onClose={() => {
            setLeaving(null);
            remove.reset();
          }}
        >
          <Text size="sm">{t('tests.deleteText')}</Text>
        </Confirm>
      )}
    </Stack>
  );
}
