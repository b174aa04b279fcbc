import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';
import type { UnitOfWork } from '../../../../core/database/unit-of-work/unit-of-work.js';

/** Stores the hashes of numbers $4 for the attachment $3. */
const KEEP_NUMBERS = namedQuery('support_attachment_keep_numbers')`
INSERT INTO support_attachment_numbers (client_id, data_env, attachment_id, number_hash)
SELECT $1, $2, $3::uuid, hash FROM unnest($4::bytea[]) AS n (hash)
    ON CONFLICT DO NOTHING`;

/** Stores the hashes of the numbers in the name or the text of a file (support-attachments 9.1). */
export async function keepNumbers(
  tx: UnitOfWork,
  attachmentId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  if (hashes.length > 0) await tx.query(KEEP_NUMBERS, [attachmentId, hashes]);
}
