import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';

/** A profile belongs to a client in all environments: it is sealed under the key of this one. */
export const profileTenant = (clientId: string): Tenant => ({ clientId, dataEnv: 'prod' });

/** The address that seals a column of a client's profile (privacy 6.1). */
export const profileSealContext = (clientId: string, column: string): FieldAddress => ({
  ...profileTenant(clientId),
  table: 'partner_client_profiles',
  column,
  row: clientId,
});
