import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import type { UnlockRow } from '../lookup/unlock-rows.js';
import { UNLOCK_OF_NOTICE } from './notices.queries.js';
import { TELL_UNLOCK, type TellUnlock } from '../rules/tell-unlock.js';
import { UnlockNotice } from './unlock-notice.js';

type Told = Pick<UnlockRow, 'call_id' | 'requested_by' | 'requested_role'>;

/** Sends notices of requests and decisions. Unlocks are in the tenant's store and notices are not, so one transaction cannot write both. */
@HandlesWork()
export class TellUnlockHandler implements WorkHandler<TellUnlock> {
  readonly kind = TELL_UNLOCK;

  constructor(
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
    private readonly notices: Notices,
    private readonly notice: UnlockNotice,
  ) {}

  async work(lease: WorkLease<TellUnlock>): Promise<void> {
    for (const { payload } of lease.items) {
      const { unlockId, what } = payload;
      const [row] = await this.stores.read<Told>(lease.auth, { ...UNLOCK_OF_NOTICE, values: [unlockId] });
      // Retention has dropped the call.
      if (!row) continue;
      const { call_id, requested_by, requested_role: role } = row;
      await this.metadata.transaction(lease.auth, (tx) =>
        this.notices.tell(tx, {
          tenant: lease.auth,
          kind: this.notice,
          subject: unlockId,
          period: what,
          facts: { what, call_id, requested_by, role },
        }),
      );
    }
  }
}
