import type { AuthContext } from '../shared/auth-context.js';
import { inChunks } from '../shared/in-chunks.js';
import { MetadataStore } from '../database/metadata/metadata-store.js';
import { AUDIT_RELAY } from '../database/outbox/outbox.work.js';
import { TenantStores } from '../database/stores/tenant-stores.js';
import { HandlesWork, type WorkHandler } from '../work/work-handler.js';
import type { WorkLease } from '../work/work-lease.js';
import { LIST_AUDIT, RECEIVE_AUDIT, REMOVE_AUDIT } from './audit-relay.queries.js';

// One statement of either store, done in milliseconds; 200 rows are about 100 KB.
const CHUNK = 200;

/** Moves the audit rows of tenant stores to the audit trail in the metadata store. */
@HandlesWork()
export class AuditRelay implements WorkHandler<Record<string, never>> {
  readonly kind = AUDIT_RELAY;

  constructor(
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
  ) {}

  work(lease: WorkLease<Record<string, never>>): Promise<void> {
    return this.carryOver(lease.auth);
  }

  /**
   * Moves the rows of a tenant's outbox. A row is removed only after it has arrived, and arrives
   * once: concurrent relays, or one that died in between, do no harm.
   * @throws 503 if one of the stores cannot be reached
   */
  carryOver(auth: AuthContext): Promise<void> {
    return inChunks(CHUNK, async (chunk) => {
      const rows = await this.stores.read<{ event_id: string }>(auth, { ...LIST_AUDIT, values: [chunk] });
      if (rows.length === 0) return 0;
      await this.metadata.transaction(auth, (tx) => tx.query(RECEIVE_AUDIT, [JSON.stringify(rows)]));
      const ids = rows.map((row) => row.event_id);
      await this.stores.transaction(auth, (tx) => tx.query(REMOVE_AUDIT, [ids]));
      return rows.length;
    });
  }
}
