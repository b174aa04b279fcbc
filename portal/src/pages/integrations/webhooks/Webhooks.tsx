import { Button, Select, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WebhookRecord } from '../../../api/generated';
import { listWebhooksOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useProjectQuery, type ProjectOption } from '../../../data/projects';
import { useMay } from '../../../address/assignment';
import type { Assignment } from '../../../session/session';
import { useSorted } from '../../../parts/tables/sorted';
import { useChangeView, useView } from '../../../address/view';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { Deliveries } from './Deliveries';
import { NewWebhook } from './NewWebhook';
import type { WebhookScope } from './scope';
import { WebhookDetail } from './WebhookDetail';
import { WebhookState } from './WebhookState';

const NEW = 'new';

const ORDERS = {
  url: (row: WebhookRecord) => row.endpoint_url,
  status: (row: WebhookRecord) => row.status,
  success: (row: WebhookRecord) => row.last_success_at_utc,
  waiting: (row: WebhookRecord) => row.next_attempts.waiting_count,
};

function WebhookTable({ items }: { readonly items: readonly WebhookRecord[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const sorted = useSorted(items, ORDERS, { by: '', order: 'asc' });
  return (
    <DataTable
      caption={t('integrations.tabs.webhooks')}
      keyOf={(row) => row.webhook_id}
      {...sorted}
      columns={[
        {
          name: 'url',
          label: t('webhooks.field.endpoint_url'),
          canSort: true,
          cell: (row) => (
            <Link
              className="rowLink"
              to="/integrations"
              search={(before) => ({ ...before, tab: 'webhooks', webhook: row.webhook_id })}
            >
              <Text span size="sm" fw={600}>
                {row.endpoint_url}
              </Text>
            </Link>
          ),
        },
        {
          name: 'status',
          label: t('webhooks.status'),
          canSort: true,
          cell: (row) => <WebhookState of={row} isShort />,
        },
        {
          name: 'events',
          label: t('webhooks.field.event_types'),
          cell: (row) => row.event_types.map((name) => t(`words.webhookEvent.${name}`)).join(', '),
        },
        {
          name: 'waiting',
          label: t('webhooks.waiting'),
          isNumber: true,
          canSort: true,
          cell: (row) => count(row.next_attempts.waiting_count),
        },
        {
          name: 'success',
          label: t('webhooks.lastSuccess'),
          canSort: true,
          cell: (row) => <Instant at={row.last_success_at_utc} />,
        },
      ]}
    />
  );
}

/** The webhooks of one project, and their deliveries. */
function OfProject({ scope }: { readonly scope: WebhookScope }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { webhook }: { webhook?: string } = useSearch({ strict: false });
  const webhooks = useQuery(
    listWebhooksOptions({ query: { client_id: scope.clientId, project_id: scope.projectId } }),
  );
  const title = t('integrations.tabs.webhooks');
  const create = scope.mayChange && (
    <Button
      size="xs"
      leftSection={<IconPlus aria-hidden size={14} />}
      onClick={() => change({ webhook: NEW, project_id: scope.projectId })}
    >
      {t('webhooks.create')}
    </Button>
  );
  // A form and a secret that is shown once stay in place while the list reloads, even if that
  // fails.
  if (webhook === NEW && scope.mayChange && webhooks.data)
    return <NewWebhook scope={scope} revision={webhooks.data.revision_hash} />;
  const opened = webhooks.data?.items.find(({ webhook_id }) => webhook_id === webhook);
  if (opened) {
    return (
      <Stack>
        {webhooks.isError && (
          <Loaded query={webhooks} what={title} height={320}>
            {() => null}
          </Loaded>
        )}
        <WebhookDetail key={opened.webhook_id} scope={scope} webhook={opened} />
      </Stack>
    );
  }
  return (
    <Stack>
      <Panel title={title} aside={webhooks.data?.items.length === 0 ? undefined : create}>
        <Loaded query={webhooks} what={title} height={73}>
          {({ items }) =>
            items.length > 0 ? (
              <WebhookTable items={items} />
            ) : (
              <Empty
                title={t('webhooks.none')}
                next={t(scope.mayChange ? 'webhooks.noneNext' : 'webhooks.noneAsk')}
                action={create}
              />
            )
          }
        </Loaded>
      </Panel>
      <Panel title={t('webhooks.deliveries')}>
        <Deliveries scope={scope} />
      </Panel>
    </Stack>
  );
}

/** Webhooks belong to a project: the one of the address, or the first that the person sees. */
export function Webhooks({ assignment }: { readonly assignment: Assignment }) {
  const { t } = useTranslation();
  const projects = useProjectQuery();
  return (
    <Loaded query={projects} what={t('integrations.tabs.webhooks')} height={320}>
      {(options) => <OfChosen assignment={assignment} projects={options} />}
    </Loaded>
  );
}

function OfChosen({
  assignment: { client_id },
  projects,
}: {
  readonly assignment: Assignment;
  readonly projects: ProjectOption[];
}) {
  const { t } = useTranslation();
  const may = useMay();
  const change = useChangeView();
  const { project_id } = useView();
  const projectId = project_id ?? projects[0]?.value;
  if (!projectId) return <Empty title={t('webhooks.noProject')} next={t('webhooks.noProjectNext')} />;
  return (
    <Stack gap="xs">
      <Select
        size="xs"
        w={240}
        searchable
        allowDeselect={false}
        aria-label={t('shell.project')}
        data={projects}
        value={projectId}
        onChange={(value) =>
          change({
            project_id: value ?? undefined,
            webhook: undefined,
            delivery: undefined,
            cursor: undefined,
          })
        }
      />
      <OfProject
        key={projectId}
        scope={{ clientId: client_id, projectId, mayChange: may('createWebhook') }}
      />
    </Stack>
  );
}
