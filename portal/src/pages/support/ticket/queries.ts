import { TICKET_QUERIES } from '../../../parts/support/queries';

/** An open ticket shows new answers automatically, like a list of calls. */
export const LIVE_MS = 30_000;

/** The queries that a change in the course of a ticket invalidates. */
export const COURSE_QUERIES = [
  ...TICKET_QUERIES,
  [{ _id: 'listSupportComments' }],
  [{ _id: 'listSupportRelatedCalls' }],
  [{ _id: 'listAttachments' }],
] as const;
