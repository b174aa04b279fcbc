import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { GAP_DAYS, MOST_GAP_WORDS } from '../rules/build-limits.js';
import { namesIn } from '../rules/findings.policy.js';
import { hourOf } from '../rules/gaps.policy.js';
import { COUNT_GAP } from './gaps.queries.js';
import { placeOfGap } from './sealed-places.js';

/** A question without a good answer. */
interface Gap {
  readonly projectId: string;
  readonly query: string;
  /** Its words that no chunk contains. */
  readonly missing: readonly string[];
  readonly callId: string | null;
}

const ALL_QUESTIONS = Buffer.alloc(0);

/** Counts questions without a good answer, but does not store them (knowledge 9.1). */
@Injectable()
export class KnowledgeGaps {
  constructor(
    private readonly stores: TenantStores,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 */
  async count(auth: AuthContext, { projectId, query, missing, callId }: Gap): Promise<void> {
    const [encryption, matching] = await Promise.all([
      this.keys.current(auth, 'encryption'),
      this.keys.current(auth, 'matching'),
    ]);
    // A question about a person, or with a password, is counted, but none of its words is stored.
    const words = namesIn(query).length === 0 ? missing : [];
    const hashes = words.map((word) => keyedHash(matching, 'knowledge-gap', `${projectId}\0${word}`));
    const sealed = words.map((word, index) =>
      sealField(encryption, placeOfGap(auth, hashes[index]!.toString('hex')), word),
    );
    const now = this.clock.now();
    await this.stores.transaction(auth, (tx) =>
      tx.query(COUNT_GAP, [
        projectId,
        hourOf(now),
        [ALL_QUESTIONS, ...hashes],
        [null, ...sealed],
        callId,
        MOST_GAP_WORDS,
        hourOf(now, GAP_DAYS),
      ]),
    );
  }
}
