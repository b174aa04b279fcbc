import { Anchor, Badge, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectDetailResponse } from '../../api/generated';
import { listProjectsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { NotFound } from '../../shell/NotFound';
import { pageOf } from '../../address/page';
import { useMay } from '../../address/assignment';
import { useChangeView, useView } from '../../address/view';
import { DataTable, type Column, type Sort } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { Pager } from '../../parts/tables/Pager';
import { Empty, Loaded } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { useNumbers } from '../../texts/numbers';
import { CreateProject } from './CreateProject';

type Row = ProjectDetailResponse;
const SORTS = ['created_at_utc', 'updated_at_utc', 'display_name', 'project_id'] as const;
type SortBy = (typeof SORTS)[number];
const PAGE_SIZE = 100;

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const { percent } = useNumbers();
  const hasHistory = useMay()('listVersions');
  return [
    {
      name: 'display_name',
      label: t('projects.name'),
      canSort: true,
      cell: (row) => (
        <Link
          className="rowLink"
          to="/projects/$projectId"
          params={{ projectId: row.project_id }}
          search={({ client_id, zone }) => ({ client_id, zone })}
        >
          <Text span size="sm" fw={500} dir="auto">
            {row.display_name}
          </Text>
        </Link>
      ),
    },
    {
      name: 'state',
      label: t('projects.state'),
      cell: (row) => (
        <Group gap={6} wrap="nowrap">
          {row.lifecycle_state === 'archived' ? (
            <Badge variant="default">{t('projectWords.lifecycle.archived')}</Badge>
          ) : row.latest_published_version_number === null ? (
            <Badge variant="default">{t('projectWords.lifecycle.setup')}</Badge>
          ) : (
            <Text span size="sm">
              {t('projects.version', { number: row.latest_published_version_number })}
            </Text>
          )}
          {row.staged_release && (
            <Badge variant="default">
              {t(row.staged_release.percent === null ? 'projects.stagedNumbers' : 'projects.stagedShare', {
                number: row.staged_release.version_number,
                share: percent(row.staged_release.percent),
              })}
            </Badge>
          )}
          {row.has_draft && row.latest_published_version_number !== null && (
            <Badge variant="default">{t('projects.draft')}</Badge>
          )}
        </Group>
      ),
    },
    { name: 'timezone', label: t('shell.zone'), cell: (row) => row.timezone },
    {
      name: 'updated_at_utc',
      label: t('projects.updated'),
      canSort: true,
      cell: (row) => (
        <div className="stacked">
          <Instant at={row.updated_at} />{' '}
          {hasHistory && (
            <Anchor
              size="xs"
              aria-label={t('projects.historyOf', { name: row.display_name })}
              renderRoot={(props) => (
                <Link
                  to="/projects/$projectId"
                  params={{ projectId: row.project_id }}
                  search={({ client_id, zone }) => ({ client_id, zone, tab: 'versions' })}
                  {...props}
                />
              )}
            >
              {t('projects.history')}
            </Anchor>
          )}
        </div>
      ),
    },
    {
      name: 'created_at_utc',
      label: t('projects.created'),
      canSort: true,
      cell: (row) => <Instant at={row.created_at} />,
    },
    {
      name: 'project_id',
      label: t('projects.id'),
      canSort: true,
      cell: (row) => (
        <Text span size="xs" ff="monospace">
          {row.project_id}
        </Text>
      ),
    },
  ];
}

/** The projects of a client, and a form for a new one. */
export function ProjectsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { client_id } = useView();
  const change = useChangeView();
  const columns = useColumns();
  const [isCreating, setCreating] = useState(false);
  const search: { find?: string; archived?: string; sort_by?: string; sort_order?: string; page?: string } =
    useSearch({ strict: false });
  const { find = '' } = search;
  const sort: Sort & { readonly by: SortBy } = {
    by: SORTS.find((it) => it === search.sort_by) ?? 'updated_at_utc',
    order: search.sort_order === 'asc' ? 'asc' : 'desc',
  };
  const page = pageOf(search.page);
  const query = {
    client_id,
    include_archived: search.archived === 'true',
    sort_by: sort.by,
    sort_order: sort.order,
    page,
    page_size: PAGE_SIZE,
  };
  const projects = useQuery({ ...listProjectsOptions({ query }), placeholderData: keepPreviousData });
  const wanted = find.toLocaleLowerCase();
  const create = may('createProject') && (
    <Button size="xs" leftSection={<IconPlus aria-hidden size={14} />} onClick={() => setCreating(true)}>
      {t('projects.create')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('pages.projects')}
        help={t('help.projects')}
        chapter="projects"
        api={{ operation: 'listProjects', query }}
      >
        <Group gap="xs">
          <TextInput
            size="xs"
            w={220}
            data-page-search
            leftSection={<IconSearch aria-hidden size={14} />}
            aria-label={t('projects.search')}
            placeholder={t('projects.search')}
            value={find}
            onChange={({ currentTarget }) => change({ find: currentTarget.value || undefined })}
          />
          <Switch
            size="xs"
            label={t('projects.archived')}
            checked={search.archived === 'true'}
            onChange={({ currentTarget }) =>
              change({ archived: currentTarget.checked ? 'true' : undefined, page: undefined })
            }
          />
          {create}
        </Group>
      </PageHead>
      <Loaded query={projects} what={t('pages.projects')} height={480}>
        {(data) => {
          if (!('items' in data)) return <NotFound />;
          const { items, pagination } = data;
          const rows = items.filter((it) =>
            `${it.display_name} ${it.project_id}`.toLocaleLowerCase().includes(wanted),
          );
          if (items.length === 0)
            return (
              <Empty
                title={t('projects.none')}
                next={t('projects.noneNext')}
                action={create}
                page={pagination.page}
                onFirst={() => change({ page: undefined })}
              />
            );
          if (rows.length === 0) return <Empty title={t('projects.noMatch')} />;
          return (
            <>
              <DataTable
                caption={t('pages.projects')}
                columns={columns}
                rows={rows}
                keyOf={(row) => row.project_id}
                sort={sort}
                onSort={({ by, order }) => change({ sort_by: by, sort_order: order, page: undefined })}
              />
              <Pager
                pagination={pagination}
                what={t('pages.projects')}
                onChange={(next) => change({ page: String(next) })}
              />
            </>
          );
        }}
      </Loaded>
      {isCreating && <CreateProject onClose={() => setCreating(false)} />}
    </>
  );
}
