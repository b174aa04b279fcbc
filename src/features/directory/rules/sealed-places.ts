import type { FieldAddress } from '../../../core/registry/sealed-table.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

/** The address that seals the attributes of a person. */
export const placeOfUser = ({ clientId, dataEnv }: Tenant, userId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'directory_users',
  column: 'attributes_sealed',
  row: userId,
});
