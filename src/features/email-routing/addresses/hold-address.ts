import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { AddressRow } from '../lookup/address-rows.js';
import { HOLD_ADDRESS } from '../lookup/addresses.queries.js';

export const conflict = (message: string): PlatformError =>
  new PlatformError(CATALOGUE.conflict, { message });

/** @throws 404 if the caller's party has no such address */
export async function hold(tx: UnitOfWork, auth: AuthContext, addressId: string): Promise<AddressRow> {
  const values = [organisationOf(auth), addressId];
  const [row] = isGivenId(addressId) ? await tx.query<AddressRow>(HOLD_ADDRESS, values) : [];
  if (!row) throw notFound();
  return row;
}
