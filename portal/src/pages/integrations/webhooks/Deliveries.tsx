import { Drawer, Group, Select, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeliveryRecord } from '../../../api/generated';
import { listWebhookDeliveriesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../../address/view';
import { CursorPages } from '../../../parts/tables/CursorPages';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';
import { DeliveryDetail } from './DeliveryDetail';
import type { WebhookScope } from './scope';
import { EVENTS } from './values';

const STATUSES = ['pending', 'retrying', 'succeeded', 'failed', 'blocked', 'cancelled'] as const;
/** The value in the address for deliveries of every status. */
const ALL = 'all';
/** Hides deliveries that were never sent, such as all events after a webhook was switched off. */
const SENT = 'not_cancelled';
const PAGE_SIZE = 50;
const LOOK_MS = 2_000;

interface Search {
  readonly status?: string;
  readonly event?: string;
  readonly cursor?: string;
  readonly delivery?: string;
}

function useColumns(): readonly Column<DeliveryRecord>[] {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const change = useChangeView();
  return [
    {
      name: 'created',
      label: t('webhooks.created'),
      cell: (row) => <Instant at={row.created_at_utc} />,
    },
    {
      name: 'event',
      label: t('webhooks.event'),
      isPlain: true,
      cell: (row) => (
        <UnstyledButton
          className="rowLink"
          fz="sm"
          fw={600}
          onClick={() => change({ delivery: row.delivery_id })}
        >
          {t(`words.webhookEvent.${row.event_type}`)}
          {row.is_test && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              {t('webhooks.isTest')}
            </Text>
          )}
        </UnstyledButton>
      ),
    },
    {
      name: 'status',
      label: t('webhooks.status'),
      isPlain: true,
      cell: (row) => <StatusLabel kind="delivery" value={row.status} />,
    },
    {
      name: 'answer',
      label: t('webhooks.answer'),
      cell: (row) =>
        row.response_status_code ?? (row.failure_code ? t(`words.failure.${row.failure_code}`) : '–'),
    },
    {
      name: 'attempts',
      label: t('webhooks.attempts'),
      isNumber: true,
      cell: (row) => t('webhooks.ofAttempts', { count: row.attempt_count, max: count(row.max_attempts) }),
    },
    {
      name: 'duration',
      label: t('webhooks.duration'),
      isNumber: true,
      cell: (row) => (row.duration_ms === null ? '–' : `${count(row.duration_ms)} ms`),
    },
    { name: 'host', label: t('webhooks.host'), cell: (row) => row.endpoint_host },
  ];
}

/** Deliveries of the last 30 days, latest first: for all projects, one project or one webhook. */
export function Deliveries({
  scope,
  webhookId,
}: {
  /** Without a project: all projects that the person sees. */
  readonly scope: Omit<WebhookScope, 'projectId'> & { readonly projectId: string | undefined };
  readonly webhookId?: string;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const columns = useColumns();
  const search: Search = useSearch({ strict: false });
  const one = STATUSES.find((it) => it === search.status);
  const status = one ?? (search.status === ALL ? undefined : SENT);
  const event_type = EVENTS.find((it) => it === search.event);
  const deliveries = useQuery({
    ...listWebhookDeliveriesOptions({
      query: {
        client_id: scope.clientId,
        project_id: scope.projectId,
        webhook_id: webhookId,
        status,
        event_type,
        page_size: PAGE_SIZE,
        cursor: search.cursor,
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((row) => row.status === 'pending') ? LOOK_MS : false,
  });
  const isFiltered = one !== undefined || event_type !== undefined;
  const none = isFiltered ? 'noneMatch' : 'noDeliveries';
  const next = isFiltered || status !== SENT ? `${none}Next` : 'noneSentNext';
  return (
    <>
      <Group gap="xs">
        <Select
          size="xs"
          w={170}
          allowDeselect={false}
          aria-label={t('webhooks.status')}
          data={[
            { value: SENT, label: t('webhooks.withoutCancelled') },
            { value: ALL, label: t('webhooks.allStatuses') },
            ...STATUSES.map((value) => ({ value, label: t(`words.delivery.${value}`) })),
          ]}
          value={status ?? ALL}
          onChange={(value) =>
            change({ status: value === SENT ? undefined : (value ?? undefined), cursor: undefined })
          }
        />
        <Select
          size="xs"
          w={190}
          clearable
          aria-label={t('webhooks.event')}
          placeholder={t('webhooks.event')}
          data={EVENTS.map((value) => ({ value, label: t(`words.webhookEvent.${value}`) }))}
          value={event_type ?? null}
          onChange={(value) => change({ event: value ?? undefined, cursor: undefined })}
        />
      </Group>
      <Loaded query={deliveries} what={t('webhooks.deliveries')} height={240}>
        {({ items, next_cursor, window }) => {
          const opened = items.find(({ delivery_id }) => delivery_id === search.delivery);
          return (
            <>
              {items.length === 0 ? (
                <Empty
                  title={t(`webhooks.${none}`)}
                  next={t(`webhooks.${next}`, {
                    count: window.days,
                  })}
                />
              ) : (
                <DataTable
                  caption={t('webhooks.deliveries')}
                  columns={columns}
                  rows={items}
                  keyOf={(row) => row.delivery_id}
                />
              )}
              <CursorPages next={next_cursor} />
              <Drawer
                opened={opened !== undefined}
                onClose={() => change({ delivery: undefined })}
                position="right"
                title={t('webhooks.delivery')}
              >
                {opened && (
                  <DeliveryDetail scope={{ ...scope, projectId: opened.project_id }} delivery={opened} />
                )}
              </Drawer>
            </>
          );
        }}
      </Loaded>
    </>
  );
}
