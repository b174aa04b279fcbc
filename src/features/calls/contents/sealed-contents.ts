import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

/** The sealed columns of a call; null if the call has no such content. */
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

/**
 * The seal context of a content, which can be opened only with the context for which it was sealed.
 */
export const addressOf = (tenant: Tenant, callId: string, column: keyof SealedContents): FieldAddress => ({
  clientId: tenant.clientId,
  dataEnv: tenant.dataEnv,
  table: 'call_contents',
  column,
  row: callId,
});
