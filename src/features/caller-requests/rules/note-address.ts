import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

/** The seal context of a change's note: it can be opened only for that line of history. */
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
