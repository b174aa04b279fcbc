import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TicketDetailResponse } from '../../../api/generated';
import { useMay } from '../../../address/assignment';
import { useClientId } from '../../../address/view';
import { useProjects } from '../../../data/projects';
import { Refusal } from '../../../parts/Refusal';
import { Priority } from '../../../parts/support/Priority';
import { useIsStaff } from '../../../parts/support/queries';
import { useSupportPeople } from '../../../parts/support/people';
import { TicketPerson } from '../../../parts/support/TicketPerson';
import { TicketStatus } from '../../../parts/support/TicketStatus';
import { nextOf, one, PRIORITIES } from '../../../parts/support/words';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useSession } from '../../../session/session';
import { useChangeTicket } from './change';
import { EditSubject } from './EditSubject';

/** Callers' requests that were created from the ticket, and a link to create one. */
function CallerRequests({
  of,
  reference,
  isOpen,
}: {
  readonly of: NonNullable<TicketDetailResponse['caller_requests']>;
  readonly reference: string;
  readonly isOpen: boolean;
}) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const may = useMay();
  const isEmpty = of.length === 0;
  const mayAdd = isOpen && may('createCallerRequest');
  return (
    <Stack gap={4}>
      {of.map(({ request_id, tracking_id, status }) => (
        <Group key={request_id} gap="xs">
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/requests" search={{ client_id, request: request_id }} {...props} />
            )}
          >
            {tracking_id}
          </Anchor>
          <StatusLabel kind="request" value={status} />
        </Group>
      ))}
      {isEmpty && !mayAdd && '–'}
      {mayAdd && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/requests" search={{ client_id, ticket: reference }} {...props} />}
        >
          {t('ticket.newRequest')}
        </Anchor>
      )}
    </Stack>
  );
}

/** The facts of a ticket, and the changes that the person may make. */
export function TicketFacts({ ticket }: { readonly ticket: TicketDetailResponse }) {
  const { t } = useTranslation();
  const may = useMay();
  const isStaff = useIsStaff();
  const session = useSession();
  const projects = useProjects();
  const change = useChangeTicket(ticket);
  const isOpen = ticket.status !== 'closed';
  const mayChange = isOpen && may('changeSupportTicket');
  const isAnswered = ticket.first_responded_at_utc !== null || ticket.status === 'solved' || !isOpen;
  const { assignee } = ticket;
  const mayAssign = mayChange && isStaff;
  const people = useSupportPeople(mayAssign, assignee);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <TicketStatus value={ticket.status} />
        {mayChange &&
          nextOf(ticket.status, isStaff).map((status) => (
            <Button
              key={status}
              size="xs"
              variant="default"
              disabled={change.isPending}
              onClick={() => change.send({ status })}
            >
              {t(`ticket.move.${ticket.status === 'solved' ? 'reopen' : status}`)}
            </Button>
          ))}
        {mayChange && <EditSubject ticket={ticket} />}
      </Group>
      <Refusal problem={change.problem} />
      <Facts
        caption={t('ticket.facts')}
        rows={[
          [
            t('support.priority'),
            mayChange ? (
              <Select
                size="xs"
                w={160}
                aria-label={t('support.priority')}
                allowDeselect={false}
                data={PRIORITIES.map((value) => ({ value, label: t(`support.priorities.${value}`) }))}
                value={ticket.priority}
                onChange={(value) => {
                  const priority = one(PRIORITIES, value);
                  if (priority && priority !== ticket.priority) change.send({ priority });
                }}
              />
            ) : (
              <Priority value={ticket.priority} />
            ),
          ],
          [t('support.category'), t(`support.categories.${ticket.category}`)],
          [
            t('shell.project'),
            ticket.project_id &&
              (projects?.find(({ value }) => value === ticket.project_id)?.label ?? ticket.project_id),
          ],
          [t('support.requester'), <TicketPerson key="requester" of={ticket.requester} />],
          [
            t('support.assignee'),
            <Group key="assignee" gap="xs">
              {mayAssign ? (
                <Select
                  size="xs"
                  w={220}
                  searchable
                  clearable
                  aria-label={t('support.assignee')}
                  placeholder={t('support.nobody')}
                  data={people.assignees}
                  value={assignee?.user_id ?? null}
                  disabled={change.isPending}
                  onChange={(next) => change.send({ assignee: next })}
                />
              ) : (
                <TicketPerson of={assignee} />
              )}
              {mayAssign && session && assignee?.user_id !== session.user_id && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={change.isPending}
                  onClick={() => change.send({ assignee: session.user_id })}
                >
                  {t('ticket.take')}
                </Button>
              )}
            </Group>,
          ],
          ...(ticket.caller_requests === null
            ? []
            : [
                [
                  t('ticket.requests'),
                  <CallerRequests
                    key="requests"
                    of={ticket.caller_requests}
                    reference={ticket.reference}
                    isOpen={isOpen}
                  />,
                ] as const,
              ]),
          [t('support.created'), <Instant key="created" at={ticket.created_at_utc} />],
          ...(isAnswered
            ? []
            : [[t('ticket.due'), <Instant key="due" at={ticket.first_response_due_at_utc} />] as const]),
          ...(ticket.solved_at_utc === null
            ? []
            : [[t('ticket.solvedAt'), <Instant key="solved" at={ticket.solved_at_utc} />] as const]),
        ]}
      />
      {!isOpen && <Text size="sm">{t('ticket.isClosed')}</Text>}
    </Stack>
  );
}
