import { keyOfFile, type SealedTable } from '../../core/registry/sealed-table.js';

/** A file is deleted within days: it waits for that. A file that is being written may use an old key. */
export const SEALED_EXPORTS: SealedTable = {
  table: 'account_exports',
  key: ['export_id'],
  columns: { key_id: keyOfFile(`NOT is_cleared AND (status = 'running' OR key_id = ANY($3))`) },
};
