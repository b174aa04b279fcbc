import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfReason } from './lookup/sealed-reasons.js';

export const SEALED_REASONS: SealedTable = {
  table: 'break_glass_uses',
  key: ['use_id'],
  columns: { reason_sealed: sealedBytes((tenant, { use_id }) => placeOfReason(tenant, use_id!)) },
};
