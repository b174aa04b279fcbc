import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfAddress } from './lookup/address-rows.js';

export const SEALED_EMAIL_ADDRESSES: SealedTable = {
  table: 'email_addresses',
  key: ['address_id'],
  columns: {
    email_sealed: sealedBytes((tenant, { address_id }) =>
      placeOfAddress(tenant, address_id!, 'email_sealed'),
    ),
    mail_sealed: sealedBytes((tenant, { address_id }) => placeOfAddress(tenant, address_id!, 'mail_sealed')),
    unsubscribe_sealed: sealedBytes((tenant, { address_id }) =>
      placeOfAddress(tenant, address_id!, 'unsubscribe_sealed'),
    ),
  },
};
