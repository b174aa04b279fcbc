import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfNote } from './lookup/sealed-notes.js';

export const SEALED_UNLOCKS: SealedTable = {
  table: 'call_pii_unlocks',
  key: ['unlock_id'],
  columns: {
    note_encrypted: sealedBytes((tenant, { unlock_id }) => placeOfNote(tenant, unlock_id!)),
  },
};
