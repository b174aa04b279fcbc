import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { breakGlassRefused } from '../../../core/tenancy/break-glass.js';
import { HOLD_OPEN_USE } from './connections.queries.js';

/**
 * For a change that began before its transaction: the use may have ended since (break-glass 3.3).
 * @throws 403 if the caller came by break-glass, and the use is no longer open
 */
export async function requireOpenUse(tx: UnitOfWork, { principal }: AuthContext, now: Date): Promise<void> {
  const useId = principal.kind === 'bearer' ? principal.breakGlassId : null;
  if (useId !== null && (await tx.query(HOLD_OPEN_USE, [useId, now])).length === 0) throw breakGlassRefused();
}
