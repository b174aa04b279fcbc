import type { AuthContext } from '../../../core/shared/auth-context.js';
import { utcOfText } from '../../../core/time/instant-text.policy.js';
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
import { INTERNAL_ROLES } from '../../../core/shared/roles.js';

/**
 * The columns of a shown request, without the hash and the project's id. Instants are texts, since
 * converting them to Dates and back took a sixth of a page's time.
 */
export const ITEM_COLUMNS = `request_id, tracking_number, revision, request_type, status, received_at::text AS received,
       timezone, due_at::text AS due, due_date_local::text AS due_date_local, urgent_from::text AS urgent,
       overdue_from::text AS overdue, closed_at::text AS closed, caller_display, contact_kind,
       identifier_kind, duplicate_of, data_found_state, data_found_count, project_labels, support_ticket_reference`;

/** A row of ITEM_COLUMNS; instants as PostgreSQL writes them. */
export interface CallerRequestRow {
  readonly request_id: string;
  readonly tracking_number: number;
  readonly revision: number;
  readonly request_type: RequestType;
  readonly status: CallerRequestStatus;
  readonly received: string;
  readonly timezone: string;
  readonly due: string;
  readonly due_date_local: string;
  readonly urgent: string;
  readonly overdue: string;
  readonly closed: string | null;
  readonly caller_display: string;
  readonly contact_kind: ContactKind;
  readonly identifier_kind: IdentifierKind;
  readonly duplicate_of: number | null;
  readonly data_found_state: DataFoundState;
  readonly data_found_count: number | null;
  readonly project_labels: string[];
  readonly support_ticket_reference: string | null;
}

/** At least four digits (caller-requests 2.1). */
export const trackingId = (number: number): string => `REQ-${String(number).padStart(4, '0')}`;

/** Whether the caller may see fields that are only for internal staff (caller-requests 1.4). */
export const isInternal = ({ scope }: AuthContext): boolean => INTERNAL_ROLES.some((role) => role === scope);

/** The caller, the permitted actions and the instant of a view. */
interface Seen {
  readonly auth: AuthContext;
  readonly accessMode: AccessMode;
  readonly now: Date;
}

/**
 * Shows requests as a caller sees them at a moment. Missing values are undefined, which JSON leaves
 * out: objects of one shape are built and serialised faster than objects that lack fields.
 */
export function itemOf({ auth, accessMode, now }: Seen): (row: CallerRequestRow) => CallerRequestItem {
  const isSeenInside = isInternal(auth);
  const nowUtc = now.toISOString();
  return (row) => {
    const isOpen = !isClosed(row.status);
    return {
      id: row.request_id,
      tracking_id: trackingId(row.tracking_number),
      revision_number: row.revision,
      request_type: row.request_type,
      received_at_utc: utcOfText(row.received),
      due_at_utc: utcOfText(row.due),
      due_date_local: row.due_date_local,
      timezone: row.timezone,
      due_state: isOpen
        ? dueState(
            row.status,
            { urgentFrom: utcOfText(row.urgent), overdueFrom: utcOfText(row.overdue) },
            nowUtc,
          )
        : 'closed',
      days_remaining: isOpen ? daysRemaining(row.due_date_local, row.timezone, now) : undefined,
      caller_display: row.caller_display,
      contact_kind: row.contact_kind,
      identifier_kind: row.identifier_kind,
      data_found_state: row.data_found_state,
      data_found_label: DATA_FOUND_LABELS[row.data_found_state],
      data_found_count: row.data_found_count ?? undefined,
      project_labels: row.project_labels,
      status: row.status,
      status_label: STATUS_LABELS[row.status],
      closed_at_utc: row.closed === null ? undefined : utcOfText(row.closed),
      linked_support_ticket_reference: row.support_ticket_reference ?? undefined,
      duplicate_of_tracking_id:
        row.duplicate_of !== null && isSeenInside ? trackingId(row.duplicate_of) : undefined,
      access_mode: accessMode,
    };
  };
}
