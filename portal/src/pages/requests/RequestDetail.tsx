import { Anchor, Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CallerRequestDetail, CallerRequestItem, ListCallerRequestsResponse } from '../../api/generated';
import {
  getCallerRequestOptions,
  listCallerRequestsOptions,
  listCallerRequestsQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { Day } from '../../parts/values/Day';
import { Facts } from '../../parts/values/Facts';
import { Instant } from '../../parts/values/Instant';
import { Empty, Loaded } from '../../parts/States';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { useNumbers } from '../../texts/numbers';
import { Days } from './RequestCard';
import { MoveRequest } from './MoveRequest';

/** The largest page of the list route. */
const MOST_AT_ONCE = 50;

function RequestFacts({ of }: { readonly of: CallerRequestItem }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <Facts
      caption={t('requests.facts')}
      rows={[
        [t('requests.type'), t(`words.requestType.${of.request_type}`)],
        [t('requests.caller'), of.caller_display],
        [t('requests.contact'), t(`words.contact.${of.contact_kind}`)],
        [t('requests.received'), <Instant at={of.received_at_utc} />],
        [t('requests.due'), of.days_remaining === undefined ? null : <Days of={of} />],
        [t('requests.zone'), of.timezone],
        [t('requests.found'), t(`words.found.${of.data_found_state}`)],
        [t('requests.foundCount'), count(of.data_found_count)],
        [t('requests.projects'), of.project_labels.join(', ') || '–'],
        [t('requests.ticket'), of.linked_support_ticket_reference],
        [t('requests.duplicate'), of.duplicate_of_tracking_id],
        [t('requests.closed'), <Instant at={of.closed_at_utc} />],
      ]}
    />
  );
}

function Erasure({ of }: { readonly of: NonNullable<CallerRequestDetail['erasure']> }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <Facts
      caption={t('requests.erasure')}
      rows={[
        [t('requests.erasedCalls'), count(of.erased_calls)],
        [t('requests.heldCalls'), count(of.held_calls)],
        [t('requests.erasedContacts'), count(of.erased_contacts)],
        [t('requests.heldContacts'), count(of.held_contacts)],
      ]}
    />
  );
}

function History({ of }: { readonly of: CallerRequestDetail['history'] }) {
  const { t } = useTranslation();
  return (
    <Timeline bulletSize={12} lineWidth={2} active={of.length}>
      {of.map((line, index) => (
        <Timeline.Item
          key={`${line.changed_at_utc}${index}`}
          title={
            line.from_status && line.from_status !== line.to_status
              ? t('requests.moved', {
                  from: t(`words.request.${line.from_status}`),
                  to: t(`words.request.${line.to_status}`),
                })
              : t(`words.request.${line.to_status}`)
          }
        >
          <Text size="sm" c="dimmed">
            <Instant at={line.changed_at_utc} /> · {t(`requests.by.${line.changed_by_kind}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`words.found.${line.data_found_state}`)}
          </Text>
          {line.has_note && (
            <Text size="sm" dir="auto">
              {line.status_note ?? t('requests.noteClosed')}
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** The tickets that contain the caller's number, so that a person can redact it there. */
function TicketsOfCaller({
  of,
  clientId,
}: {
  readonly of: NonNullable<CallerRequestDetail['support_tickets']>;
  readonly clientId: string;
}) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Title order={2}>{t('requests.tickets')}</Title>
      <Text size="sm" c="dimmed">
        {t(of.length === 0 ? 'requests.noTickets' : 'requests.ticketsHelp')}
      </Text>
      <Group gap="sm">
        {of.map(({ ticket_id, reference }) => (
          <Anchor
            key={ticket_id}
            size="sm"
            renderRoot={(props) => (
              <Link
                to="/support/$ticketId"
                params={{ ticketId: ticket_id }}
                search={{ client_id: clientId }}
                {...props}
              />
            )}
          >
            {reference}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}

/**
 * With its history, for our own staff. Each view is recorded, so the page does not reload it
 * automatically.
 */
function WithHistory({ requestId, clientId }: { readonly requestId: string; readonly clientId: string }) {
  const { t } = useTranslation();
  const request = useQuery({
    ...getCallerRequestOptions({ path: { request_id: requestId }, query: { client_id: clientId } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  // The form stays open while the request is read again after a refusal.
  return (
    <>
      {request.data && (
        <Stack>
          <Group justify="space-between">
            <Title order={2}>{request.data.tracking_id}</Title>
            <StatusLabel kind="request" value={request.data.status} />
          </Group>
          <RequestFacts of={request.data} />
          {request.data.erasure && <Erasure of={request.data.erasure} />}
          <MoveRequest of={request.data} clientId={clientId} />
          {request.data.support_tickets && (
            <TicketsOfCaller of={request.data.support_tickets} clientId={clientId} />
          )}
          <Title order={2}>{t('requests.history')}</Title>
          <Text size="sm" c="dimmed">
            {t('requests.recorded')}
          </Text>
          <History of={request.data.history} />
        </Stack>
      )}
      {(!request.data || request.isError) && (
        <Loaded query={request} what={t('requests.one')} height={400}>
          {() => null}
        </Loaded>
      )}
    </>
  );
}

/** The owner of a request, its next step and whom to ask, for people who cannot move it. */
function Work({ of }: { readonly of: CallerRequestItem }) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Facts
        caption={t('requests.work')}
        rows={[
          [t('requests.owner'), t('requests.staff')],
          [t('requests.next'), t(`requests.nextStep.${of.status}`)],
          ...(of.due_state === 'overdue'
            ? [[t('requests.overdueSince'), <Day key="since" on={of.due_date_local} />] as const]
            : []),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t(of.due_state === 'overdue' ? 'requests.askNow' : 'requests.ask', { id: of.tracking_id })}
      </Text>
    </Stack>
  );
}

/** Finds a request in the lists: people of a customer have no route for one request. */
function FromList({ requestId, clientId }: { readonly requestId: string; readonly clientId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const latest = useQuery(
    listCallerRequestsOptions({ query: { client_id: clientId, page_size: MOST_AT_ONCE } }),
  );
  const found = queries
    .getQueriesData<ListCallerRequestsResponse>({ queryKey: listCallerRequestsQueryKey() })
    .flatMap(([, data]) => data?.items ?? [])
    .find(({ id }) => id === requestId);
  if (!found) {
    return (
      <Loaded query={latest} what={t('requests.one')} height={400}>
        {() => <Empty title={t('requests.notLoaded')} next={t('requests.notLoadedNext')} />}
      </Loaded>
    );
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>{found.tracking_id}</Title>
        <StatusLabel kind="request" value={found.status} />
      </Group>
      {found.closed_at_utc === undefined && <Work of={found} />}
      <RequestFacts of={found} />
    </Stack>
  );
}

/** One request: its facts, its history, and its next steps. */
export function RequestDetail({
  requestId,
  clientId,
}: {
  readonly requestId: string;
  readonly clientId: string;
}) {
  return useMay()('getCallerRequest') ? (
    <WithHistory requestId={requestId} clientId={clientId} />
  ) : (
    <FromList requestId={requestId} clientId={clientId} />
  );
}
