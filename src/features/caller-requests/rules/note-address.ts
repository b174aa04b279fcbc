import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

/** The address of a change's note: it opens in that line of history alone. */
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
