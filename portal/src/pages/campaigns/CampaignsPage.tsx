import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CampaignSummary } from '../../api/generated';
import { listOutboundCampaignsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { pageOf } from '../../address/page';
import { useMay } from '../../address/assignment';
import { useChangeView, useView } from '../../address/view';
import { CopyLink } from '../../parts/CopyLink';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { AtByCell } from '../../parts/values/Person';
import { Pager } from '../../parts/tables/Pager';
import { Empty, Loaded } from '../../parts/States';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { PageHead, ProjectFilter } from '../../shell/PageHead';
import { useNumbers } from '../../texts/numbers';
import { changeOfCampaign } from './campaign-change';
import { Choice } from './Choice';
import { useProjectName } from './queries';
import { ListTabs } from './ListTabs';
import { CampaignStatus } from './CampaignStatus';
import { CALL_TYPES, CAMPAIGN_STATUSES, choiceOf, LIST_SORTS } from './vocabulary';

const PAGE_SIZE = 20;
const TYPING_MS = 300;

type Search = Readonly<
  Partial<Record<'find' | 'status' | 'call_type' | 'sort_by' | 'sort_order' | 'page', string>>
>;

function useColumns(): readonly Column<CampaignSummary>[] {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const projectName = useProjectName();
  return [
    {
      name: 'name',
      label: t('campaigns.name'),
      canSort: true,
      cell: ({ campaign_id: campaignId, name }) => (
        <Link
          className="rowLink"
          to="/campaigns/$campaignId"
          params={{ campaignId }}
          search={(it) => it}
          dir="auto"
        >
          {name}
        </Link>
      ),
    },
    {
      name: 'status',
      label: t('campaigns.status'),
      isPlain: true,
      canSort: true,
      cell: (row) => <CampaignStatus status={row.status} reason={row.status_reason} />,
    },
    {
      name: 'project',
      label: t('campaigns.project'),
      isPlain: true,
      cell: (row) => projectName(row.project_id),
    },
    {
      name: 'type',
      label: t('campaigns.callType'),
      isPlain: true,
      cell: (row) => t(`words.callType.${row.campaign_call_type}`),
    },
    {
      name: 'checks',
      label: t('campaigns.checks'),
      cell: ({ validation_state: { status, blocker_count: blockers } }) =>
        status === null ? (
          '–'
        ) : (
          <Group gap={6} wrap="nowrap">
            <StatusLabel kind="validation" value={status} />
            {!!blockers && <Text size="sm">({count(blockers)})</Text>}
          </Group>
        ),
    },
    { name: 'total', label: t('campaigns.contacts'), isNumber: true, cell: (row) => count(row.counts.total) },
    {
      name: 'callable',
      label: t('campaigns.callable'),
      isNumber: true,
      cell: (row) => count(row.counts.callable),
    },
    {
      name: 'completed',
      label: t('words.contact.completed'),
      isNumber: true,
      cell: (row) => count(row.counts.completed),
    },
    {
      name: 'failed',
      label: t('words.contact.failed'),
      isNumber: true,
      cell: (row) => count(row.counts.failed),
    },
    {
      name: 'updated_at_utc',
      label: t('campaigns.updated'),
      canSort: true,
      cell: (row) => <AtByCell at={row.updated_at_utc} by={row.updated_by} what={changeOfCampaign(t, row)} />,
    },
  ];
}

function Filters() {
  const { t } = useTranslation();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const find = useDebouncedCallback(
    (value: string | undefined) => change({ find: value, page: undefined }),
    TYPING_MS,
  );
  return (
    <Group gap="xs" mb="sm" role="search" aria-label={t('campaigns.filters')}>
      <TextInput
        size="xs"
        w={220}
        data-page-search
        maxLength={120}
        leftSection={<IconSearch aria-hidden size={14} />}
        aria-label={t('campaigns.search')}
        placeholder={t('campaigns.search')}
        defaultValue={search.find}
        onChange={({ currentTarget }) => find(currentTarget.value || undefined)}
      />
      <Choice
        label={t('campaigns.status')}
        any={t('campaigns.anyStatus')}
        values={CAMPAIGN_STATUSES}
        value={search.status}
        textOf={(it) => t(`words.campaign.${it}`)}
        onChange={(status) => change({ status, page: undefined })}
      />
      <Choice
        label={t('campaigns.callType')}
        any={t('campaigns.anyType')}
        values={CALL_TYPES}
        value={search.call_type}
        textOf={(it) => t(`words.callType.${it}`)}
        onChange={(call_type) => change({ call_type, page: undefined })}
      />
    </Group>
  );
}

/** The campaigns of a client, with status and reason. */
export function CampaignsPage() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { client_id, project_id } = useView();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const columns = useColumns();
  const may = useMay();
  const sort = {
    by: choiceOf(LIST_SORTS, search.sort_by) ?? 'updated_at_utc',
    order: search.sort_order === 'asc' ? 'asc' : 'desc',
  } as const;
  const query = {
    client_id,
    project_id,
    status: choiceOf(CAMPAIGN_STATUSES, search.status),
    campaign_call_type: choiceOf(CALL_TYPES, search.call_type),
    search: search.find,
    sort_by: sort.by,
    sort_order: sort.order,
    page: pageOf(search.page),
    page_size: PAGE_SIZE,
  };
  const campaigns = useQuery({
    ...listOutboundCampaignsOptions({ query }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Boolean(search.find ?? search.status ?? search.call_type ?? project_id);
  const create = may('createOutboundCampaign') && (
    <Button
      size="xs"
      leftSection={<IconPlus aria-hidden size={14} />}
      renderRoot={(props) => <Link to="/campaigns/new" search={(it: object) => it} {...props} />}
    >
      {t('campaigns.create')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('pages.campaigns')}
        help={t('help.campaigns')}
        chapter="campaigns"
        api={{ operation: 'listOutboundCampaigns', query }}
      >
        <Group gap="xs">
          <ProjectFilter />
          {create}
        </Group>
      </PageHead>
      <ListTabs />
      <Filters />
      <Loaded query={campaigns} what={t('pages.campaigns')} height={480}>
        {({ items, pagination }) => (
          <>
            <Group justify="space-between" mb="xs">
              <Text size="sm" c="dimmed" aria-live="polite">
                {t('campaigns.count', { count: pagination.total, formatted: count(pagination.total) })}
              </Text>
              <CopyLink />
            </Group>
            {items.length === 0 ? (
              <Empty
                title={t(isFiltered ? 'campaigns.noMatch' : 'campaigns.none')}
                next={t(isFiltered ? 'campaigns.noMatchNext' : 'campaigns.noneNext')}
                action={!isFiltered && create}
                page={pagination.page}
                onFirst={() => change({ page: undefined })}
              />
            ) : (
              <DataTable
                caption={t('pages.campaigns')}
                columns={columns}
                rows={items}
                keyOf={(row) => row.campaign_id}
                sort={sort}
                onSort={({ by, order }) => change({ sort_by: by, sort_order: order, page: undefined })}
              />
            )}
            <Pager pagination={pagination} onChange={(page) => change({ page: String(page) })} />
          </>
        )}
      </Loaded>
    </>
  );
}
