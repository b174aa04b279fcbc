import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VersionListResponse } from '../../../api/generated';
import { getRuntimeDriftOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { pageOf } from '../../../address/page';
import { useChangeView } from '../../../address/view';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Pager } from '../../../parts/tables/Pager';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { ChangeList } from '../changes/ChangeList';
import { WordsProvider } from '../form/words';
import { CallsOfVersions } from '../performance/CallsOfVersions';
import { Person } from '../../../parts/values/Person';
import { comparisonOf, draftOf, versionsOf, type ProjectKey, type TabProps } from '../project';
import { Rollback } from './Rollback';

type Version = VersionListResponse['items'][number];
const LIVE_MS = 5_000;

/** Two versions side by side. The address contains both, so that a colleague sees the same. */
function Compare({
  projectKey,
  versions,
  hasDraft,
}: {
  readonly projectKey: ProjectKey;
  readonly versions: readonly Version[];
  readonly hasDraft: boolean;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { from, to }: { from?: string; to?: string } = useSearch({ strict: false });
  const draft = useQuery(draftOf(projectKey)).data;
  const comparison = useQuery({
    ...comparisonOf(projectKey, from ?? '', to ?? '', draft?.etag),
    enabled: from !== undefined && to !== undefined && from !== to,
  });
  const data = [
    ...(hasDraft ? [{ value: 'draft', label: t('projects.draft') }] : []),
    ...versions.map(({ version_number: number }) => ({
      value: String(number),
      label: t('projects.version', { number }),
    })),
  ];
  const side = (name: 'from' | 'to', value: string | undefined) => (
    <Select
      size="xs"
      w={170}
      label={t(`versions.${name}`)}
      placeholder={t('form.choose')}
      allowDeselect={false}
      data={
        value && !data.some((it) => it.value === value)
          ? [{ value, label: t('projects.version', { number: value }) }, ...data]
          : data
      }
      value={value ?? null}
      onChange={(next) => change({ [name]: next ?? undefined })}
    />
  );
  return (
    <Panel title={t('versions.compare')}>
      <Group align="flex-end" gap="xs">
        {side('from', from)}
        {side('to', to)}
      </Group>
      {from !== undefined && to !== undefined && from !== to && (
        <Loaded query={comparison} what={t('versions.compare')} height={160}>
          {({ changes }) =>
            changes.length === 0 ? (
              <Text size="sm">{t('versions.same')}</Text>
            ) : (
              <ChangeList changes={changes} />
            )
          }
        </Loaded>
      )}
    </Panel>
  );
}

/** Whether the runtime runs the published version, according to its own report. */
function Drift({ projectKey }: { readonly projectKey: ProjectKey }) {
  const { t } = useTranslation();
  const drift = useQuery({
    ...getRuntimeDriftOptions(projectKey),
    // A runtime reports a few seconds after a publication, so the page polls until it has.
    refetchInterval: ({ state }) => state.data?.state !== 'in_sync' && LIVE_MS,
  });
  return (
    <Panel title={t('versions.runtime')}>
      <Loaded query={drift} what={t('versions.runtime')} height={40}>
        {({ state, checked_at }) => (
          <Text size="sm">
            {t(`versions.drift.${state}`)} {checked_at && <Instant at={checked_at} />}
          </Text>
        )}
      </Loaded>
    </Panel>
  );
}

/** Published versions, newest first. */
export function VersionsTab({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const change = useChangeView();
  const may = useMay();
  const { page: asked }: { page?: string } = useSearch({ strict: false });
  const page = pageOf(asked);
  const [target, setTarget] = useState<Version | null>(null);
  const versions = useQuery({ ...versionsOf(projectKey, page), placeholderData: keepPreviousData });
  const current = lifecycle.project.latest_published_version;
  const canAct = lifecycle.permissions.can_edit;
  const hasDraft = lifecycle.project.draft_status === 'draft';
  const columns: readonly Column<Version>[] = [
    {
      name: 'number',
      label: t('versions.version'),
      cell: (it) => (
        <Group gap={6} wrap="nowrap">
          <Text span size="sm" fw={600}>
            {it.version_number}
          </Text>
          {it.state !== 'published' && (
            <Badge variant="default" style={{ flexShrink: 0 }}>
              {t(`projectWords.version.${it.state}`)}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      name: 'at',
      label: t('versions.published'),
      cell: (it) => (
        <div className="stacked">
          <Instant at={it.published_at} />
          <Text size="sm" c="dimmed" component="div">
            <Person id={it.published_by} />
          </Text>
        </div>
      ),
    },
    {
      name: 'note',
      label: t('versions.note'),
      cell: (it) => (
        <Text span size="sm" dir="auto" className="note">
          {it.rolled_back_from !== null && `${t('versions.backTo', { number: it.rolled_back_from })} `}
          {it.change_note ?? (it.rolled_back_from === null ? '–' : '')}
        </Text>
      ),
    },
    {
      name: 'actions',
      label: t('projectSettings.action'),
      cell: (it) => {
        const canCompare = it.version_number !== current && current !== null;
        const canRollBack = canAct && it.state === 'published';
        // An empty cell needs no label on a phone.
        if (!canCompare && !canRollBack) return null;
        return (
          <Stack gap={2} align="flex-start">
            {canCompare && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() =>
                  change({
                    from: String(Math.min(it.version_number, current)),
                    to: String(Math.max(it.version_number, current)),
                  })
                }
              >
                {t('versions.compareCurrent')}
              </Button>
            )}
            {canRollBack && (
              <Button size="compact-xs" variant="subtle" color="red" onClick={() => setTarget(it)}>
                {t('versions.rollback')}
              </Button>
            )}
          </Stack>
        );
      },
    },
  ];
  return (
    <WordsProvider>
      <Stack>
        <Drift projectKey={projectKey} />
        <Panel title={t('projectTabs.versions')}>
          <Loaded query={versions} what={t('projectTabs.versions')} height={240}>
            {({ items, pagination }) =>
              items.length === 0 ? (
                <Empty
                  title={t('versions.none')}
                  next={t('versions.noneNext')}
                  page={pagination.page}
                  onFirst={() => change({ page: undefined })}
                />
              ) : (
                <>
                  <DataTable
                    caption={t('projectTabs.versions')}
                    columns={columns}
                    rows={items}
                    keyOf={(it) => String(it.version_number)}
                  />
                  <Pager
                    pagination={pagination}
                    what={t('projectTabs.versions')}
                    onChange={(next) => change({ page: String(next) })}
                  />
                </>
              )
            }
          </Loaded>
        </Panel>
        {versions.data && versions.data.items.length > 0 && (
          <Compare projectKey={projectKey} versions={versions.data.items} hasDraft={hasDraft} />
        )}
        {versions.data && versions.data.items.length > 1 && may('compareVersionPerformance') && (
          <CallsOfVersions projectKey={projectKey} />
        )}
        {target && (
          <Rollback
            projectKey={projectKey}
            version={target}
            current={current}
            onClose={() => setTarget(null)}
          />
        )}
      </Stack>
    </WordsProvider>
  );
}
