import type { CallerRequestItem, CreateCallerRequest, TransitionRequest } from '../../api/generated';

export type Status = CallerRequestItem['status'];
export type DueState = CallerRequestItem['due_state'];

/** The columns of the board, most urgent first. */
export const DUE_STATES: readonly DueState[] = ['overdue', 'urgent', 'normal', 'closed'];

export const STATUSES: readonly Status[] = [
  'needs_review',
  'ready',
  'in_progress',
  'completed',
  'cancelled',
  'unable_to_verify',
];

export const TYPES: readonly CallerRequestItem['request_type'][] = ['access', 'deletion'];
export const IDENTIFIERS: readonly CallerRequestItem['identifier_kind'][] = ['phone', 'manual'];
export const CONTACTS: readonly CallerRequestItem['contact_kind'][] = [
  'phone',
  'email',
  'letter',
  'support_ticket',
  'manual',
  'other',
];
/** The sources that staff may choose; programs set the others. */
export const SOURCES: readonly CreateCallerRequest['source'][] = ['internal', 'support', 'partner'];

type Result = NonNullable<TransitionRequest['processing_result']>;

export const FOUND: readonly NonNullable<Result['data_found_state']>[] = [
  'found',
  'not_found',
  'manual_review_required',
];

const REOPENED: readonly Status[] = ['needs_review', 'in_progress'];

/** Statuses that may follow a status (caller-requests 5.3); the API decides. */
export const nextOf = (status: Status): readonly Status[] =>
  status === 'completed' || status === 'cancelled' || status === 'unable_to_verify'
    ? REOPENED
    : STATUSES.filter((it) => it !== status);

export const one = <Value extends string>(values: readonly Value[], text: string | null | undefined) =>
  values.find((value) => value === text);
