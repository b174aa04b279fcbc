import { Anchor, Box, Group, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FailingReceiverResponse, PartStatusResponse, ProjectStatus } from '../../api/generated';
import { getStatusOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { pageOf } from '../../address/page';
import { useChangeView, useView } from '../../address/view';
import { CopyLink } from '../../parts/CopyLink';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { ReceiverCause } from '../../parts/values/ReceiverCause';
import { Instant } from '../../parts/values/Instant';
import { Pager } from '../../parts/tables/Pager';
import { Empty, Loaded } from '../../parts/States';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { PageHead, ProjectFilter } from '../../shell/PageHead';
import { Moves } from './Moves';
import { useLocale } from '../../texts/locale';

const PAGE_SIZE = 50;
/** Below the breakpoint at which the menu folds. */
const NARROW = '(max-width: 48em)';
const COMPONENTS = ['runtime', 'store', 'deliveries', 'ingest'] as const;

/**
 * A link for readers who can fix a failing receiver, otherwise the names of the partners who can.
 */
function Mends({
  partners,
  projectId,
}: {
  readonly partners: readonly string[];
  readonly projectId: string;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { client_id } = useView();
  const may = useMay();
  if (may('listWebhooks'))
    return (
      <Anchor
        size="xs"
        renderRoot={(props) => (
          <Link
            to="/integrations"
            search={{ client_id, project_id: projectId, tab: 'webhooks' }}
            {...props}
          />
        )}
      >
        {t('status.toWebhooks')}
      </Anchor>
    );
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(partners);
  return (
    <Text size="xs" dir="auto">
      {partners.length === 0 ? t('status.mendsUnnamed') : t('status.mends', { partners: names })}
    </Text>
  );
}

/** The state of a component, its meaning, and when it began. */
function State({
  of: { state, detail, since_utc: since },
  projectId,
  partners,
  receivers = [],
}: {
  readonly of: PartStatusResponse;
  /** For deliveries: the receivers that fail. */
  readonly receivers?: readonly FailingReceiverResponse[] | undefined;
  readonly projectId: string;
  readonly partners: readonly string[];
}) {
  const { t } = useTranslation();
  const isFailing = detail === 'receiver_failing';
  return (
    <Stack gap={0}>
      <StatusLabel kind="component" value={state} />
      <Text size="xs" c="dimmed">
        {t(isFailing && state === 'down' ? 'status.receiverOff' : `status.details.${detail}`)}
      </Text>
      {receivers.map((it, place) => (
        <Text key={place} size="xs" fw={600}>
          <ReceiverCause of={it} />
        </Text>
      ))}
      {since && (
        <Text size="xs" c="dimmed" component="div">
          {t('status.since')} <Instant at={since} />
        </Text>
      )}
      {isFailing && <Mends partners={partners} projectId={projectId} />}
    </Stack>
  );
}

const receiversOf = (of: ProjectStatus, component: (typeof COMPONENTS)[number]) =>
  component === 'deliveries' ? of.failing_receivers : undefined;

const STATES: readonly PartStatusResponse['state'][] = ['down', 'degraded', 'unknown', 'ok'];

/** The components of a project, worst first. */
const partsOf = (of: ProjectStatus) =>
  COMPONENTS.toSorted((a, b) => STATES.indexOf(of[a].state) - STATES.indexOf(of[b].state));

/** Orders projects by their worst component; ties keep their order. */
const worstFirst = (items: readonly ProjectStatus[]): readonly ProjectStatus[] => {
  const rank = (of: ProjectStatus): number => STATES.indexOf(of[partsOf(of)[0]!].state);
  return items.toSorted((a, b) => rank(a) - rank(b));
};

/** One project on a narrow screen, the worst component first. */
function ProjectCard({ of, partners }: { readonly of: ProjectStatus; readonly partners: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="sm" component="li">
      <Stack gap="xs">
        <Text fw={600} dir="auto">
          {of.display_name}
        </Text>
        {partsOf(of).map((component) => (
          <Group key={component} justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {t(`status.components.${component}`)}
            </Text>
            <Box w="60%">
              <State
                of={of[component]}
                projectId={of.project_id}
                partners={partners}
                receivers={receiversOf(of, component)}
              />
            </Box>
          </Group>
        ))}
        <Text size="sm" c="dimmed" component="div">
          {t('status.lastCall')} <Instant at={of.last_call_at_utc} />
        </Text>
      </Stack>
    </Paper>
  );
}

/**
 * A table, or one card per project on a narrow screen, where the end of the table would be out of
 * sight.
 */
function Projects({
  columns,
  rows,
  partners,
}: {
  readonly columns: readonly Column<ProjectStatus>[];
  readonly partners: readonly string[];
  readonly rows: readonly ProjectStatus[];
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  if (!isNarrow)
    return (
      <div className="wraps">
        <DataTable
          caption={t('pages.status')}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.project_id}
        />
      </div>
    );
  return (
    <Stack gap="sm" component="ul" p={0} m={0} className="plainList" aria-label={t('pages.status')}>
      {rows.map((row) => (
        <ProjectCard key={row.project_id} of={row} partners={partners} />
      ))}
    </Stack>
  );
}

/** The status of each project of a client. */
export function StatusPage() {
  const { t } = useTranslation();
  const { client_id, project_id } = useView();
  const { page }: { page?: string } = useSearch({ strict: false });
  const change = useChangeView();
  const maySeeMoves = useMay()('listTenantMoves');
  const status = useQuery({
    ...getStatusOptions({
      query: { client_id, project_id, page: pageOf(page), page_size: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  });
  const partners = status.data?.partners ?? [];
  const columns: readonly Column<ProjectStatus>[] = [
    {
      name: 'project',
      label: t('status.project'),
      cell: (row) => (
        <Text span size="sm" fw={600} dir="auto">
          {row.display_name}
        </Text>
      ),
    },
    ...COMPONENTS.map((component): Column<ProjectStatus> => ({
      name: component,
      label: t(`status.components.${component}`),
      cell: (row) => (
        <State
          of={row[component]}
          projectId={row.project_id}
          partners={partners}
          receivers={receiversOf(row, component)}
        />
      ),
    })),
    { name: 'lastCall', label: t('status.lastCall'), cell: (row) => <Instant at={row.last_call_at_utc} /> },
  ];
  return (
    <>
      <PageHead title={t('pages.status')} help={t('help.status')} chapter="status">
        <ProjectFilter />
      </PageHead>
      <Loaded query={status} what={t('pages.status')} height={320}>
        {({ items, pagination, as_of_utc: asOf }) => (
          <>
            <Group justify="space-between" mb="xs">
              <Text size="sm" c="dimmed" component="div">
                {t('status.asOf')} <Instant at={asOf} />
              </Text>
              <CopyLink />
            </Group>
            {items.length === 0 ? (
              <Empty
                title={t('status.none')}
                next={t('status.noneNext')}
                page={pagination.page}
                onFirst={() => change({ page: undefined })}
              />
            ) : (
              <Projects columns={columns} rows={worstFirst(items)} partners={partners} />
            )}
            <Pager pagination={pagination} onChange={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
      {maySeeMoves && <Moves />}
    </>
  );
}
