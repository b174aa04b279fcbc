import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

/** One address for both secrets: a test moves the sealed value between columns. */
export const placeOfSecret = ({ clientId, dataEnv }: Tenant, connectionId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'sso_connections',
  column: 'secret_encrypted',
  row: connectionId,
});

export const placeOfTest = (tenant: Tenant, connectionId: string): FieldAddress => ({
  ...placeOfSecret(tenant, connectionId),
  column: 'test_encrypted',
});
