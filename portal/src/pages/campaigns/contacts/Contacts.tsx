import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ContactItem } from '../../../api/generated';
import { listCampaignContactsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { pageOf } from '../../../address/page';
import { useChangeView } from '../../../address/view';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { CallLink } from '../../../parts/values/CallLink';
import { Instant } from '../../../parts/values/Instant';
import { Pager } from '../../../parts/tables/Pager';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useNumbers } from '../../../texts/numbers';
import { Choice } from '../Choice';
import { useCampaignAddress } from '../queries';
import type { CAMPAIGN_SEARCH } from '../search';
import { CONTACT_SORTS, CONTACT_STATUSES, choiceOf, DISPOSITIONS, REASONS, TRUTHS } from '../vocabulary';

const PAGE_SIZE = 50;
const TYPING_MS = 300;
const FILTERS = ['find', 'status', 'code', 'callable', 'disposition', 'retry_due'] as const;

type Search = Readonly<Partial<Record<(typeof CAMPAIGN_SEARCH)[number], string>>>;

function useColumns(): readonly Column<ContactItem>[] {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return [
    {
      name: 'external_contact_id',
      label: t('contacts.id'),
      canSort: true,
      cell: (row) => row.external_contact_id ?? '–',
    },
    { name: 'phone', label: t('contacts.number'), cell: (row) => row.masked_phone },
    {
      name: 'status',
      label: t('campaigns.status'),
      canSort: true,
      cell: (row) => <StatusLabel kind="contact" value={row.status} />,
    },
    {
      name: 'callable',
      label: t('campaigns.callable'),
      cell: (row) =>
        row.is_callable
          ? t('campaigns.yes')
          : row.not_callable_reason
            ? t(`campaignWords.reason.${row.not_callable_reason}`)
            : t('campaigns.no'),
    },
    {
      name: 'attempts',
      label: t('contacts.attempts'),
      isNumber: true,
      cell: (row) => count(row.attempt_count),
    },
    {
      name: 'disposition',
      label: t('contacts.disposition'),
      cell: (row) => (row.last_disposition ? t(`campaignWords.disposition.${row.last_disposition}`) : '–'),
    },
    {
      name: 'last',
      label: t('contacts.lastAttempt'),
      cell: (row) => <Instant at={row.last_attempt_at_utc} />,
    },
    {
      name: 'next',
      label: t('contacts.nextAttempt'),
      cell: (row) => <Instant at={row.next_attempt_at_utc} />,
    },
    {
      name: 'call',
      label: t('contacts.call'),
      cell: ({ last_call_id: callId }) =>
        callId ? <CallLink callId={callId}>{t('contacts.openCall')}</CallLink> : '–',
    },
    {
      name: 'registry',
      label: t('contacts.register'),
      cell: (row) => (row.registry_status ? t(`campaignWords.register.${row.registry_status}`) : '–'),
    },
    {
      name: 'until',
      label: t('contacts.registerUntil'),
      cell: (row) => <Instant at={row.registry_valid_until_utc} />,
    },
    { name: 'consent', label: t('contacts.consent'), cell: (row) => row.consent_type ?? '–' },
    {
      name: 'created_at_utc',
      label: t('contacts.added'),
      canSort: true,
      cell: (row) => <Instant at={row.created_at_utc} />,
    },
  ];
}

function Filters({ search }: { readonly search: Search }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const set = (name: (typeof FILTERS)[number]) => (value: string | undefined) =>
    change({ [name]: value, page: undefined });
  const find = useDebouncedCallback(set('find'), TYPING_MS);
  return (
    <Group gap="xs" role="search" aria-label={t('campaigns.filters')}>
      <TextInput
        size="xs"
        w={200}
        data-page-search
        maxLength={128}
        leftSection={<IconSearch aria-hidden size={14} />}
        aria-label={t('contacts.search')}
        placeholder={t('contacts.search')}
        defaultValue={search.find}
        onChange={({ currentTarget }) => find(currentTarget.value || undefined)}
      />
      <Choice
        label={t('campaigns.status')}
        any={t('campaigns.anyStatus')}
        values={CONTACT_STATUSES}
        value={search.status}
        textOf={(it) => t(`words.contact.${it}`)}
        onChange={set('status')}
      />
      <Choice
        label={t('contacts.reason')}
        any={t('contacts.anyReason')}
        values={REASONS}
        value={search.code}
        textOf={(it) => t(`campaignWords.reason.${it}`)}
        onChange={set('code')}
      />
      <Choice
        label={t('campaigns.callable')}
        any={t('contacts.anyCallable')}
        values={TRUTHS}
        value={search.callable}
        textOf={(it) => t(it === 'true' ? 'campaigns.callable' : 'campaigns.notCallable')}
        onChange={set('callable')}
      />
      <Choice
        label={t('contacts.disposition')}
        any={t('contacts.anyDisposition')}
        values={DISPOSITIONS}
        value={search.disposition}
        textOf={(it) => t(`campaignWords.disposition.${it}`)}
        onChange={set('disposition')}
      />
      <Choice
        label={t('contacts.retryDue')}
        any={t('contacts.anyRetry')}
        values={['true']}
        value={search.retry_due}
        textOf={() => t('contacts.retryDue')}
        onChange={set('retry_due')}
      />
    </Group>
  );
}

/** The contacts of a campaign. Numbers stay masked. */
export function Contacts() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { path, query } = useCampaignAddress();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const columns = useColumns();
  const sort = {
    by: choiceOf(CONTACT_SORTS, search.sort_by) ?? 'created_at_utc',
    order: search.sort_order === 'desc' ? 'desc' : 'asc',
  } as const;
  const contacts = useQuery({
    ...listCampaignContactsOptions({
      path,
      query: {
        ...query,
        status: choiceOf(CONTACT_STATUSES, search.status),
        disposition: choiceOf(DISPOSITIONS, search.disposition),
        callable: choiceOf(TRUTHS, search.callable),
        validation_code: choiceOf(REASONS, search.code),
        retry_due: choiceOf(TRUTHS, search.retry_due),
        external_contact_id: search.find,
        sort_by: sort.by,
        sort_order: sort.order,
        page: pageOf(search.page),
        page_size: PAGE_SIZE,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = FILTERS.some((name) => search[name] !== undefined);
  const title = t('campaigns.contacts');
  const clear = (): void =>
    change({ page: undefined, ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) });
  return (
    <Panel title={title}>
      <Filters search={search} />
      <Loaded query={contacts} what={title} height={320}>
        {({ items, pagination }) => (
          <>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" aria-live="polite">
                {t('campaigns.contactCount', { count: pagination.total, formatted: count(pagination.total) })}
              </Text>
              {isFiltered && (
                <Button size="compact-xs" variant="subtle" onClick={clear}>
                  {t('contacts.clear')}
                </Button>
              )}
            </Group>
            {items.length === 0 ? (
              <Empty
                title={t(isFiltered ? 'contacts.noMatch' : 'contacts.none')}
                next={t(
                  search.code
                    ? 'contacts.noReasonNext'
                    : isFiltered
                      ? 'campaigns.noMatchNext'
                      : 'contacts.noneNext',
                )}
                page={pagination.page}
                onFirst={() => change({ page: undefined })}
              />
            ) : (
              <DataTable
                caption={title}
                columns={columns}
                rows={items}
                keyOf={(row) => row.contact_id}
                sort={sort}
                onSort={({ by, order }) => change({ sort_by: by, sort_order: order, page: undefined })}
              />
            )}
            <Pager pagination={pagination} onChange={(page) => change({ page: String(page) })} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
