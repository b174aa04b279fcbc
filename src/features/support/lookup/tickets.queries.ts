import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { TicketReader } from '../rules/reader.policy.js';
import type { TicketCategory, TicketPriority, TicketStatus } from '../rules/words.js';

/** A ticket as stored. */
export interface TicketRow {
  readonly ticket_id: string;
  readonly ticket_number: number;
  readonly revision: number;
  readonly subject_encrypted: Buffer | null;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
  readonly status: TicketStatus;
  readonly project_id: string | null;
  readonly requester: string;
  readonly assignee: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly first_response_due_at: Date;
  readonly first_responded_at: Date | null;
  readonly solved_at: Date | null;
  readonly last_sequence: number;
  readonly last_public_sequence: number;
  readonly public_comments: number;
  readonly internal_comments: number;
  readonly related_calls: number;
  readonly attachments: number;
}

export const TICKET_COLUMNS = `t.ticket_id, t.ticket_number, t.revision, t.subject_encrypted, t.category, t.priority, t.status,
       t.project_id, t.requester, t.assignee, t.created_at, t.updated_at, t.first_response_due_at, t.first_responded_at,
       t.solved_at, t.last_sequence, t.last_public_sequence, t.public_comments, t.internal_comments, t.related_calls,
       t.attachments`;

/** $3 to $6 of a statement that lists visible tickets. */
export const readerValues = ({ person, seesAll, projects, seesPrivacy }: TicketReader): unknown[] => [
  person,
  seesAll,
  projects,
  seesPrivacy,
];

/** Condition: the person $3 takes part in the ticket `t`. */
const TAKES_PART = `(t.requester = $3 OR t.ticket_id IN (
           SELECT r.ticket_id FROM support_recipients r
            WHERE r.client_id = $1 AND r.data_env = $2 AND r.user_id = $3))`;

/** Condition: the ticket `t` waits for the customer $3 (support 5.4). */
export const AWAITS_CUSTOMER = `(t.status = 'pending' AND ${TAKES_PART})`;

/** Condition: it waits for the person $3 of staff, or for any member of staff. */
export const AWAITS_STAFF = `(t.status IN ('new', 'open') AND (t.assignee IS NULL OR t.assignee = $3))`;

/** Condition: the reader of `readerValues` sees the ticket `t`, as `seesTicket` says. */
export const IS_VISIBLE = `($6::boolean OR t.category <> 'privacy')
       AND ($4::boolean OR ${TAKES_PART} OR t.project_id = ANY ($5::text[]))`;

/** How far the person $3 has read the ticket `t`. */
export const READ_SEQUENCE = `coalesce((SELECT m.read_sequence FROM support_read_marks m
                  WHERE m.client_id = $1 AND m.data_env = $2 AND m.person = $3 AND m.ticket_id = t.ticket_id), 0)`;

const oneTicket = (name: string, lock: string) => namedQuery(name)`
SELECT ${TICKET_COLUMNS}, ${READ_SEQUENCE} AS read_sequence
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $7::uuid AND ${IS_VISIBLE}${lock}`;

/** The ticket $7, if the reader sees it. */
export const VISIBLE_TICKET = oneTicket('support_ticket', '');

/** The same, locked until the transaction ends. */
export const HOLD_TICKET = oneTicket('support_ticket_hold', '\n   FOR UPDATE OF t');
