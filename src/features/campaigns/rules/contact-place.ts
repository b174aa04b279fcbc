import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

/** What is sealed of a contact. */
export type SealedColumn = 'phone_encrypted' | 'consent_evidence_encrypted' | 'personalization_encrypted';

/** Where a sealed value of a contact stands; it opens nowhere else. */
export const contactSealContext = (
  { clientId, dataEnv }: Tenant,
  contactId: string,
  column: SealedColumn,
): FieldAddress => ({ clientId, dataEnv, table: 'campaign_contacts', column, row: contactId });
