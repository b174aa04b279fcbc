import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

/** What of a call is stored sealed, each under the name of its column; null where the call has nothing. */
export interface SealedContents {
  readonly caller_number_encrypted: Buffer | null;
  readonly caller_name_encrypted: Buffer | null;
  /** JSON of a StoredTransfer. */
  readonly transfer_encrypted: Buffer | null;
  readonly summary_encrypted: Buffer | null;
  /** JSON of the lines [{role, text, offset_ms}]; a transcript without lines is null. */
  readonly transcript_encrypted: Buffer | null;
  /** As transcript_encrypted; its status is a column of the call. */
  readonly redacted_transcript_encrypted: Buffer | null;
}

/** Where a content of a call stands: it was sealed for this place and opens in no other. */
export const addressOf = (tenant: Tenant, callId: string, column: keyof SealedContents): FieldAddress => ({
  clientId: tenant.clientId,
  dataEnv: tenant.dataEnv,
  table: 'call_contents',
  column,
  row: callId,
});
