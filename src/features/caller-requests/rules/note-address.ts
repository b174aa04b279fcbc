import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

/**
 * The address that seals the note of a change: it opens in that line of that request's history
 * alone.
 */
export const noteAddress = (
  { clientId, dataEnv }: Tenant,
  requestId: string,
  revision: number,
): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'caller_request_history',
  column: 'status_note_encrypted',
  row: `${requestId}/${revision}`,
});
