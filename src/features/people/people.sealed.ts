import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfInvitation } from './lookup/person-rows.js';

export const SEALED_INVITATIONS: SealedTable = {
  table: 'person_invitations',
  key: ['invitation_id'],
  columns: {
    email_sealed: sealedBytes((tenant, { invitation_id }) =>
      placeOfInvitation(tenant, invitation_id!, 'email_sealed'),
    ),
    mail_sealed: sealedBytes((tenant, { invitation_id }) =>
      placeOfInvitation(tenant, invitation_id!, 'mail_sealed'),
    ),
  },
};
