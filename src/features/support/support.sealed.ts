import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfComment, placeOfSubject } from './lookup/sealed-places.js';

export const SEALED_TICKETS: SealedTable = {
  table: 'support_tickets',
  key: ['ticket_id'],
  columns: { subject_encrypted: sealedBytes((tenant, { ticket_id }) => placeOfSubject(tenant, ticket_id!)) },
};

export const SEALED_COMMENTS: SealedTable = {
  table: 'support_comments',
  key: ['comment_id'],
  columns: { text_encrypted: sealedBytes((tenant, { comment_id }) => placeOfComment(tenant, comment_id!)) },
};
