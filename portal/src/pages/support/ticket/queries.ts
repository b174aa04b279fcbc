import { TICKET_QUERIES } from '../../../parts/support/queries';

/** The queries that a changed course of a ticket invalidates. */
export const COURSE_QUERIES = [
  ...TICKET_QUERIES,
  [{ _id: 'listSupportComments' }],
  [{ _id: 'listSupportRelatedCalls' }],
  [{ _id: 'listAttachments' }],
] as const;
