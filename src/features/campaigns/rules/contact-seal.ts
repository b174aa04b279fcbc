import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

export type SealedColumn = 'phone_encrypted' | 'consent_evidence_encrypted' | 'personalization_encrypted';

/** The address of a contact's sealed value, without which it cannot be opened. */
export const contactSealContext = (
  { clientId, dataEnv }: Tenant,
  contactId: string,
  column: SealedColumn,
): FieldAddress => ({ clientId, dataEnv, table: 'campaign_contacts', column, row: contactId });
