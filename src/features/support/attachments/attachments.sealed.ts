import { sealedBytes, type SealedTable } from '../../../core/registry/sealed-table.js';
import { placeOfFileKey, placeOfFileName } from './lookup/sealed-places.js';

export const SEALED_ATTACHMENTS: SealedTable = {
  table: 'support_attachments',
  key: ['attachment_id'],
  columns: {
    file_name_encrypted: sealedBytes((tenant, { attachment_id }) => placeOfFileName(tenant, attachment_id!)),
    file_key_encrypted: sealedBytes((tenant, { attachment_id }) => placeOfFileKey(tenant, attachment_id!)),
  },
};
