import { PlatformError } from '../../../core/shared/platform-error.js';
import { CAMPAIGN_ERRORS } from '../campaigns.errors.js';
import { CLOSED_STATUSES, UPDATABLE_STATUSES, type CampaignStatus } from '../rules/statuses.js';

const IMPORTABLE: readonly CampaignStatus[] = ['draft', 'paused'];

/** @throws 422 invalid_campaign_state unless the campaign accepts contacts (campaigns 4.1) */
export function assertImportable(status: string): void {
  if ((IMPORTABLE as readonly string[]).includes(status)) return;
  const isOver = (CLOSED_STATUSES as readonly string[]).includes(status);
  throw new PlatformError(CAMPAIGN_ERRORS.invalidState, {
    message:
      `Contacts can be imported only into a campaign that is ${IMPORTABLE.join(' or ')}; this one is ${status}. ` +
      (isOver ? 'Create another campaign for them.' : 'Pause the campaign first.'),
  });
}

/**
 * Whether an import may change a contact (campaigns 4.9): not one that is being called, is
 * complete, or must not be called.
 */
export const isUpdatable = (status: string, notCallableReason: string | null): boolean =>
  (UPDATABLE_STATUSES as readonly string[]).includes(status) && notCallableReason !== 'dnc';
