const DAY_MS = 86_400_000;

/**
 * Requests of the showcase project's callers about their data: one new, one urgent, one overdue.
 */
export function demoCallerRequests(projectId: string, now: Date): object[] {
  const receivedDaysAgo = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
  const byPhone = { identifier_kind: 'phone', caller_identifier: '+61 491 570 156', contact_kind: 'phone' };
  return [
    {
      ...byPhone,
      request_type: 'access',
      received_at_utc: receivedDaysAgo(1),
      source: 'support_ingest',
      source_project_id: projectId,
      support_ticket_reference: 'TICKET-4711',
    },
    { ...byPhone, request_type: 'deletion', received_at_utc: receivedDaysAgo(25), source: 'support_ingest' },
    {
      identifier_kind: 'manual',
      contact_display_source: 'Letter of 3 pages',
      contact_kind: 'letter',
      request_type: 'deletion',
      received_at_utc: receivedDaysAgo(40),
      source: 'support_ingest',
    },
  ];
}
