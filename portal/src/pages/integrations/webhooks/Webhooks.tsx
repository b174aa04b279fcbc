import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WebhookRecord } from '../../../api/generated';
import { listWebhooksOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useProjectQuery } from '../../../data/projects';
import { useMay } from '../../../address/assignment';
import type { Assignment } from '../../../session/session';
import { useSorted } from '../../../parts/tables/sorted';
import { useChangeView, useView } from '../../../address/view';
import { ProjectSelect } from '../../../parts/ProjectSelect';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { AtByCell } from '../../../parts/values/Person';
import { Panel } from '../../../parts/Panel';
import { ProjectFilter } from '../../../shell/PageHead';
import { Empty, Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { Deliveries } from './Deliveries';
import { NewWebhook } from './NewWebhook';
import { useClientWebhooks } from './scope';
import { changeOfWebhook } from './webhook-change';
import { UrlText } from './UrlText';
import { WebhookDetail } from './WebhookDetail';
import { WebhookState } from './WebhookState';

const NEW = 'new';

const ORDERS = {
  url: (row: WebhookRecord) => row.endpoint_url,
  status: (row: WebhookRecord) => row.status,
  success: (row: WebhookRecord) => row.last_success_at_utc,
  waiting: (row: WebhookRecord) => row.next_attempts.waiting_count,
  changed: (row: WebhookRecord) => row.updated_at_utc,
};

function WebhookTable({
  items,
  nameOf,
}: {
  readonly items: readonly WebhookRecord[];
  readonly nameOf: (projectId: string) => string;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const sorted = useSorted(items, ORDERS, { by: '', order: 'asc' });
  return (
    <div className="wraps">
      <DataTable
        caption={t('integrations.tabs.webhooks')}
        keyOf={(row) => row.webhook_id}
        {...sorted}
        columns={[
          {
            name: 'status',
            label: t('webhooks.status'),
            canSort: true,
            cell: (row) => <WebhookState of={row} isShort />,
          },
          {
            name: 'url',
            label: t('webhooks.field.endpoint_url'),
            canSort: true,
            cell: (row) => (
              <Link
                className="rowLink"
                to="/integrations"
                search={(before) => ({
                  ...before,
                  tab: 'webhooks',
                  webhook: row.webhook_id,
                  cursor: undefined,
                })}
              >
                <UrlText url={row.endpoint_url} />
              </Link>
            ),
          },
          {
            name: 'project',
            label: t('shell.project'),
            cell: (row) => (
              <Text span size="sm" dir="auto">
                {nameOf(row.project_id)}
              </Text>
            ),
          },
          {
            name: 'events',
            label: t('webhooks.field.event_types'),
            cell: (row) => (
              <Text size="sm" maw={200} style={{ whiteSpace: 'normal' }}>
                {row.event_types.map((name) => t(`words.webhookEvent.${name}`)).join(', ')}
              </Text>
            ),
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
          {
            name: 'changed',
            label: t('webhooks.updated'),
            canSort: true,
            cell: (row) => (
              <AtByCell
                at={row.updated_at_utc}
                by={row.updated_by}
                what={t(`webhooks.change.${changeOfWebhook(row)}`)}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

/** The form for a new webhook, in the project that the person selects. */
function New({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation();
  const { project_id: projectId } = useView();
  const change = useChangeView();
  const webhooks = useQuery({
    ...listWebhooksOptions({ query: { client_id: clientId, project_id: projectId ?? '' } }),
    enabled: projectId !== undefined,
  });
  return (
    <Stack>
      <ProjectSelect
        label={t('shell.project')}
        description={t('webhooks.projectHelp')}
        maw={320}
        allowDeselect={false}
        value={projectId ?? null}
        onChange={(value) => change({ project_id: value ?? undefined })}
      />
      {/* A form and a secret that is shown once stay open while the list reloads, even if that fails. */}
      {projectId !== undefined &&
        (webhooks.data ? (
          <NewWebhook
            key={projectId}
            scope={{ clientId, projectId, mayChange: true }}
            revision={webhooks.data.revision_hash}
          />
        ) : (
          <Loaded query={webhooks} what={t('webhooks.createTitle')} height={320}>
            {() => null}
          </Loaded>
        ))}
    </Stack>
  );
}

/** The webhooks of all projects of the client, or of one, and their deliveries. */
export function Webhooks({ assignment: { client_id: clientId } }: { readonly assignment: Assignment }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { project_id: projectId } = useView();
  const { webhook }: { webhook?: string } = useSearch({ strict: false });
  const projects = useProjectQuery();
  const webhooks = useClientWebhooks(clientId);
  const title = t('integrations.tabs.webhooks');
  const mayChange = useMay()('createWebhook');
  const nameOf = (id: string): string => projects.data?.find(({ value }) => value === id)?.label ?? id;
  if (projects.data?.length === 0)
    return <Empty title={t('webhooks.noProject')} next={t('webhooks.noProjectNext')} />;
  if (webhook === NEW && mayChange) return <New clientId={clientId} />;
  const opened = webhooks.data?.find(({ webhook_id }) => webhook_id === webhook);
  if (opened) {
    return (
      <Stack>
        {webhooks.isError && (
          <Loaded query={webhooks} what={title} height={320}>
            {() => null}
          </Loaded>
        )}
        <WebhookDetail
          key={opened.webhook_id}
          scope={{ clientId, projectId: opened.project_id, mayChange }}
          webhook={opened}
        />
      </Stack>
    );
  }
  const create = mayChange && (
    <Button
      size="xs"
      leftSection={<IconPlus aria-hidden size={14} />}
      onClick={() => change({ webhook: NEW, project_id: projectId ?? projects.data?.[0]?.value })}
    >
      {t('webhooks.create')}
    </Button>
  );
  const shown = webhooks.data?.filter((it) => projectId === undefined || it.project_id === projectId);
  return (
    <Stack>
      <Panel title={title} aside={shown?.length === 0 ? undefined : create}>
        <Group gap="xs">
          <ProjectFilter />
        </Group>
        <Loaded query={webhooks} what={title} height={73}>
          {() =>
            shown && shown.length > 0 ? (
              <WebhookTable items={shown} nameOf={nameOf} />
            ) : (
              <Empty
                title={t('webhooks.none')}
                next={t(mayChange ? 'webhooks.noneNext' : 'webhooks.noneAsk')}
                action={create}
              />
            )
          }
        </Loaded>
      </Panel>
      <Panel title={t('webhooks.deliveries')}>
        <Deliveries scope={{ clientId, projectId, mayChange }} />
      </Panel>
    </Stack>
  );
}
