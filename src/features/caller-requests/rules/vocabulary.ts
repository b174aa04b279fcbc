/** The words of a request, in the order of answers and documents (caller-requests 1.2). */
export const REQUEST_TYPES = ['access', 'deletion'] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

export const CONTACT_KINDS = ['phone', 'email', 'manual', 'letter', 'support_ticket', 'other'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

export const IDENTIFIER_KINDS = ['phone', 'manual'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export const SOURCES = ['partner', 'internal', 'support', 'support_ingest', 'api'] as const;
export type Source = (typeof SOURCES)[number];

export const DATA_FOUND_STATES = [
  'unknown',
  'searching',
  'manual_review_required',
  'found',
  'not_found',
  'failed',
] as const;
export type DataFoundState = (typeof DATA_FOUND_STATES)[number];

export const OPEN_STATUSES = ['needs_review', 'ready', 'in_progress'] as const;
export const CLOSED_STATUSES = ['completed', 'cancelled', 'unable_to_verify'] as const;
export const STATUSES = [...OPEN_STATUSES, ...CLOSED_STATUSES] as const;
export type CallerRequestStatus = (typeof STATUSES)[number];

export const DUE_STATES = ['normal', 'urgent', 'overdue', 'closed'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** The labels that people see instead of the statuses (caller-requests 1.5). */
export const STATUS_LABELS: Readonly<Record<CallerRequestStatus, string>> = {
  needs_review: 'Needs review',
  ready: 'Ready',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
  unable_to_verify: 'Unable to verify',
};
export const DATA_FOUND_LABELS: Readonly<Record<DataFoundState, string>> = {
  unknown: 'Unknown',
  searching: 'Searching',
  manual_review_required: 'Manual review required',
  found: 'Data found',
  not_found: 'No data found',
  failed: 'Search failed',
};

/** The format of a project id and of a reference to a support ticket. */
export const REFERENCE = /^[A-Za-z0-9._:-]{1,128}$/;
export const REFERENCE_MESSAGE = 'must be 1 to 128 letters, digits, dots, underscores, colons or hyphens';
