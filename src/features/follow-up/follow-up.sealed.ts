import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfFollowUp } from './lookup/sealed-follow-ups.js';

export const SEALED_FOLLOW_UPS: SealedTable = {
  table: 'call_follow_ups',
  key: ['call_id'],
  columns: {
    contents_encrypted: sealedBytes((tenant, { call_id }) => placeOfFollowUp(tenant, call_id!)),
  },
};
