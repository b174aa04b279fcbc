import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

/** The address that seals the reason of a use: people write names into it. */
export const placeOfReason = ({ clientId, dataEnv }: Tenant, useId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'break_glass_uses',
  column: 'reason_sealed',
  row: useId,
});
