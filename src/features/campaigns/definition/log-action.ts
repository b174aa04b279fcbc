import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { LOG_ACTION } from './log-action.queries.js';

interface LoggedAction {
  readonly action: 'create' | 'edit';
  readonly at: Date;
}

/** Adds a line to the campaign's log other than a change of status: created or edited (campaigns 2.9). */
export const logAction = (
  tx: UnitOfWork,
  { principal }: AuthContext,
  { campaignId, status }: { readonly campaignId: string; readonly status: string },
  { action, at }: LoggedAction,
): Promise<unknown> =>
  tx.query(LOG_ACTION, [
    campaignId,
    at,
    action,
    action === 'create' ? null : status,
    status,
    principal.kind,
    principal.id,
  ]);
