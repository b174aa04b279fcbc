import { INTERNAL_ROLES } from '../../../core/auth/scopes.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { AccessMode, CallerRequestItem } from './caller-request.response.js';
import { daysRemaining, dueState } from './due-date.policy.js';
import { isClosed } from './transition.policy.js';
import { DATA_FOUND_LABELS, STATUS_LABELS } from './vocabulary.js';
import type {
  CallerRequestStatus,
  ContactKind,
  DataFoundState,
  IdentifierKind,
  RequestType,
} from './vocabulary.js';

/** What a shown request is made of. Neither the hash nor the project's id is read for it. */
export const ITEM_COLUMNS = `request_id, tracking_number, revision, request_type, status, received_at, timezone, due_at,
       due_date_local::text AS due_date_local, urgent_from, overdue_from, closed_at, caller_display, contact_kind,
       identifier_kind, duplicate_of, data_found_state, data_found_count, project_labels, support_ticket_reference`;

/** A row of ITEM_COLUMNS. */
export interface CallerRequestRow {
  readonly request_id: string;
  readonly tracking_number: number;
  readonly revision: number;
  readonly request_type: RequestType;
  readonly status: CallerRequestStatus;
  readonly received_at: Date;
  readonly timezone: string;
  readonly due_at: Date;
  readonly due_date_local: string;
  readonly urgent_from: Date;
  readonly overdue_from: Date;
  readonly closed_at: Date | null;
  readonly caller_display: string;
  readonly contact_kind: ContactKind;
  readonly identifier_kind: IdentifierKind;
  readonly duplicate_of: number | null;
  readonly data_found_state: DataFoundState;
  readonly data_found_count: number | null;
  readonly project_labels: string[];
  readonly support_ticket_reference: string | null;
}

/** Four digits, and more once they do not do (caller-requests 2.1). */
export const trackingId = (number: number): string => `REQ-${String(number).padStart(4, '0')}`;

/** Whether the caller is told what only internal staff may know of a request (caller-requests 1.4). */
export const isInternal = ({ scope }: AuthContext): boolean => INTERNAL_ROLES.some((role) => role === scope);

/** A request as a caller sees it at a moment. */
export function toItem(
  row: CallerRequestRow,
  {
    auth,
    accessMode,
    now,
  }: { readonly auth: AuthContext; readonly accessMode: AccessMode; readonly now: Date },
): CallerRequestItem {
  const due = { urgentFrom: row.urgent_from, overdueFrom: row.overdue_from };
  return {
    id: row.request_id,
    tracking_id: trackingId(row.tracking_number),
    revision_number: row.revision,
    request_type: row.request_type,
    received_at_utc: row.received_at.toISOString(),
    due_at_utc: row.due_at.toISOString(),
    due_date_local: row.due_date_local,
    timezone: row.timezone,
    due_state: dueState(row.status, due, now),
    ...(!isClosed(row.status) && { days_remaining: daysRemaining(row.due_date_local, row.timezone, now) }),
    caller_display: row.caller_display,
    contact_kind: row.contact_kind,
    identifier_kind: row.identifier_kind,
    data_found_state: row.data_found_state,
    data_found_label: DATA_FOUND_LABELS[row.data_found_state],
    ...(row.data_found_count !== null && { data_found_count: row.data_found_count }),
    project_labels: row.project_labels,
    status: row.status,
    status_label: STATUS_LABELS[row.status],
    ...(row.closed_at !== null && { closed_at_utc: row.closed_at.toISOString() }),
    ...(row.support_ticket_reference !== null && {
      linked_support_ticket_reference: row.support_ticket_reference,
    }),
    ...(row.duplicate_of !== null &&
      isInternal(auth) && { duplicate_of_tracking_id: trackingId(row.duplicate_of) }),
    access_mode: accessMode,
  };
}
