import { Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../data/projects';
import { useView } from '../../address/view';
import { DataTable, type Column } from '../tables/DataTable';
import { Instant } from '../values/Instant';
import { Priority } from './Priority';
import { TicketPerson } from './TicketPerson';
import { TicketStatus } from './TicketStatus';
import type { Ticket } from './words';

/** Subject and reference of a ticket; an unread one is bold and labelled. */
function Subject({ of }: { readonly of: Ticket }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  return (
    <Link
      className="rowLink"
      data-ticket
      to="/support/$ticketId"
      params={{ ticketId: of.ticket_id }}
      search={{ client_id }}
    >
      <Stack gap={0} maw={420}>
        <Text
          size="sm"
          fw={of.unread ? 700 : 500}
          dir="auto"
          className="breaks"
          style={{ whiteSpace: 'normal' }}
        >
          {of.subject ?? t('support.erased')}
        </Text>
        <Group gap="xs">
          <Text span size="xs" c="dimmed">
            {of.reference} · {t(`support.categories.${of.category}`)}
          </Text>
          {of.unread && (
            <Badge size="xs" variant="light">
              {t('support.unread')}
            </Badge>
          )}
        </Group>
      </Stack>
    </Link>
  );
}

/** Tickets, one in a row; the subject opens it. */
export function TicketTable({
  caption,
  items,
  only,
}: {
  readonly caption: string;
  readonly items: readonly Ticket[];
  /** The columns to show; undefined: all. */
  readonly only?: readonly string[];
}) {
  const { t } = useTranslation();
  const projects = useProjects();
  const columns: readonly Column<Ticket>[] = [
    { name: 'subject', label: t('support.subject'), cell: (row) => <Subject of={row} /> },
    {
      name: 'status',
      label: t('support.status'),
      isPlain: true,
      cell: (row) => <TicketStatus value={row.status} />,
    },
    {
      name: 'priority',
      label: t('support.priority'),
      isPlain: true,
      cell: (row) => <Priority value={row.priority} />,
    },
    {
      name: 'project',
      label: t('shell.project'),
      cell: (row) =>
        row.project_id === null
          ? '–'
          : (projects?.find(({ value }) => value === row.project_id)?.label ?? row.project_id),
    },
    { name: 'requester', label: t('support.requester'), cell: (row) => <TicketPerson of={row.requester} /> },
    { name: 'assignee', label: t('support.assignee'), cell: (row) => <TicketPerson of={row.assignee} /> },
    { name: 'updated', label: t('support.updated'), cell: (row) => <Instant at={row.updated_at_utc} /> },
  ];
  return (
    <DataTable
      caption={caption}
      rows={items}
      keyOf={(row) => row.ticket_id}
      columns={only ? columns.filter(({ name }) => only.includes(name)) : columns}
    />
  );
}
