import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { FIND_EXPORT, type ExportRow } from './exports.queries.js';

/** @throws 404 for an export that the tenant does not have */
export async function getExport(db: StoreReader, exportId: string): Promise<ExportRow> {
  const [row] = isGivenId(exportId) ? await db.query<ExportRow>(FIND_EXPORT, [exportId]) : [];
  if (!row) throw notFound();
  return row;
}
