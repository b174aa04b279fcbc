import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../auth/auth-context.js';
import { reasonOf } from '../errors/platform-error.js';
import { PiiPolicyEntity } from '../metadata/entities/pii-policy.entity.js';
import { MetadataStore } from '../metadata/metadata-store.js';
import { withDeadline } from '../tenancy/store-client.js';
import { mayHoldPiiPermission, NOTHING_PERMITTED, permissionFrom } from './pii-permission.policy.js';
import type { PiiPermission } from './pii-permission.policy.js';

// The lookup reads three rows by their key, in a few milliseconds. Half a second leaves room for a busy machine,
// and leaves an answer that has to do without it the other half of its second.
const PATIENCE_MS = 500;

/** What a tenant permits its roles to see of callers (contract, global rule 5; "Transcript governance"). */
@Injectable()
export class PiiPermissions {
  private readonly logger = new Logger(PiiPermissions.name);

  constructor(private readonly metadata: MetadataStore) {}

  /**
   * What the asker may see unredacted, as the policy stands now: nothing is remembered from one request to the
   * next, so that a permission taken back is gone at once. Never rejects: whatever goes wrong, nothing is
   * permitted and the log says why.
   */
  async of(auth: AuthContext): Promise<PiiPermission> {
    try {
      if (!mayHoldPiiPermission(auth.scope)) return NOTHING_PERMITTED;
      const rows = this.metadata.read(auth, (db) => db.repo(PiiPolicyEntity).find({ role: auth.scope }));
      return permissionFrom(auth, await withDeadline(rows, PATIENCE_MS));
    } catch (error) {
      this.logger.warn({ msg: 'PII permission unavailable: nothing is permitted', reason: reasonOf(error) });
      return NOTHING_PERMITTED;
    }
  }
}
