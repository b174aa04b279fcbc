import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { noteAddress } from './rules/note-address.js';

export const SEALED_NOTES: SealedTable = {
  table: 'caller_request_history',
  key: ['request_id', 'revision', 'actor_kind'],
  columns: {
    status_note_encrypted: sealedBytes((tenant, { request_id, revision }) =>
      noteAddress(tenant, request_id!, Number(revision)),
    ),
  },
};
