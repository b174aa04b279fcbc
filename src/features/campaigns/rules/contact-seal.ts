import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

export type SealedColumn = 'phone_encrypted' | 'consent_evidence_encrypted' | 'personalization_encrypted';

/** The context that seals a contact's value, without which it cannot be opened. */
export const contactSealContext = (
  { clientId, dataEnv }: Tenant,
  contactId: string,
  column: SealedColumn,
): FieldAddress => ({ clientId, dataEnv, table: 'campaign_contacts', column, row: contactId });
