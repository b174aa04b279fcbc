import type { CallerRequestItem } from '../rules/caller-request.response.js';

/** The columns of the file, in their order (caller-requests 7.6). */
export const COLUMNS = [
  'tracking_id',
  'request_type',
  'status',
  'received_at_utc',
  'due_at_utc',
  'due_date_local',
  'timezone',
  'due_state',
  'days_remaining',
  'caller_display',
  'contact_kind',
  'identifier_kind',
  'data_found_state',
  'data_found_count',
  'project_labels',
  'closed_at_utc',
  'linked_support_ticket_reference',
] as const satisfies readonly (keyof CallerRequestItem)[];

/** The cells of one request; a missing value is empty, and labels are joined. */
export const cellsOf = (item: CallerRequestItem): (string | number)[] =>
  COLUMNS.map((column) => {
    const value = item[column] ?? '';
    return Array.isArray(value) ? value.join('; ') : value;
  });
