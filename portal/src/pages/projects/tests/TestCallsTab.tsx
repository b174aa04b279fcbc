import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestTestCall, type TestCallListResponse } from '../../../api/generated';
import { listTestCallsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { pageOf } from '../../../address/page';
import { useChangeView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Pager } from '../../../parts/tables/Pager';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import type { TabProps } from '../project';
import { Person } from '../../../parts/values/Person';
import { TestCall } from './TestCall';
import { isUnderWay, LIVE_MS } from '../running-tests';

type Row = TestCallListResponse['items'][number];
const USES = ['draft', 'published'] as const;
type Use = (typeof USES)[number];

/** Requests a call to one's own number, and shows its progress. */
function Request({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const change = useChangeView();
  const hasDraft = lifecycle.project.draft_status === 'draft';
  const isPublished = lifecycle.project.latest_published_version !== null;
  const [number, setNumber] = useState('');
  const [chosen, setUse] = useState<Use>(hasDraft ? 'draft' : 'published');
  const use = chosen === 'draft' && !hasDraft ? 'published' : chosen;
  const write = useWrite<{ readonly to_number: string; readonly use: Use }, string>(
    async (body, key) => {
      const { data } = await requestTestCall({ ...projectKey, headers: { 'Idempotency-Key': key }, body });
      return data.test_call_id;
    },
    {
      changes: [[{ _id: 'listTestCalls', path: projectKey.path }]],
      onDone: (open) => change({ open }),
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.send({ to_number: number.trim(), use });
      }}
    >
      <Stack gap="sm">
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('testCalls.number')}
            type="tel"
            placeholder="+61255501234"
            value={number}
            error={write.problem?.fields['to_number']}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          />
          <SegmentedControl
            aria-label={t('testCalls.use')}
            data={USES.map((value) => ({
              value,
              label: t(`testCalls.uses.${value}`),
              disabled: value === 'draft' ? !hasDraft : !isPublished,
            }))}
            value={use}
            onChange={(next) => setUse(USES.find((it) => it === next) ?? 'published')}
          />
          <Button
            type="submit"
            loading={write.isPending}
            disabled={number.trim() === '' || (!hasDraft && !isPublished)}
          >
            {t('testCalls.call')}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          {t('testCalls.help')}
        </Text>
        <Refusal problem={write.problem} shown={['to_number']} />
      </Stack>
    </form>
  );
}

/** Calls that test a draft or a version, and their results. */
export function TestCallsTab({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { open, page: asked }: { open?: string; page?: string } = useSearch({ strict: false });
  const page = pageOf(asked);
  const calls = useQuery({
    ...listTestCallsOptions({ path: projectKey.path, query: { ...projectKey.query, page, page_size: 20 } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LIVE_MS : false),
  });
  const columns: readonly Column<Row>[] = [
    {
      name: 'at',
      label: t('testCalls.requested'),
      cell: (it) => (
        <Button size="compact-sm" variant="subtle" onClick={() => change({ open: it.test_call_id })}>
          <Instant at={it.requested_at} />
        </Button>
      ),
    },
    { name: 'number', label: t('testCalls.number'), cell: (it) => it.to_number_masked },
    {
      name: 'use',
      label: t('testCalls.use'),
      cell: (it) =>
        it.configuration.version_number === null
          ? t(`testCalls.uses.${it.use}`)
          : t('projects.version', { number: it.configuration.version_number }),
    },
    { name: 'status', label: t('projects.state'), cell: (it) => t(`testCalls.status.${it.status}`) },
    {
      name: 'outcome',
      label: t('testCalls.outcome'),
      cell: (it) =>
        it.outcome
          ? t(`testCalls.outcomes.${it.outcome}`)
          : it.failure_reason
            ? t(`testCalls.reasons.${it.failure_reason}`)
            : '–',
    },
    { name: 'by', label: t('versions.by'), cell: (it) => <Person id={it.requested_by} /> },
  ];
  return (
    <Stack>
      {lifecycle.permissions.can_edit && (
        <Panel title={t('testCalls.new')}>
          <Request projectKey={projectKey} lifecycle={lifecycle} />
        </Panel>
      )}
      {open && <TestCall projectKey={projectKey} id={open} onClose={() => change({ open: undefined })} />}
      <Panel title={t('projectTabs.testCalls')}>
        <Loaded query={calls} what={t('projectTabs.testCalls')} height={240}>
          {({ items, pagination }) =>
            items.length === 0 ? (
              <Empty
                title={t('testCalls.none')}
                next={t('testCalls.noneNext')}
                page={pagination.page}
                onFirst={() => change({ page: undefined })}
              />
            ) : (
              <>
                <DataTable
                  caption={t('projectTabs.testCalls')}
                  columns={columns}
                  rows={items}
                  keyOf={(it) => it.test_call_id}
                />
                <Pager
                  pagination={pagination}
                  what={t('projectTabs.testCalls')}
                  onChange={(next) => change({ page: String(next) })}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Stack>
  );
}
