import { Injectable } from '@nestjs/common';
import type { AuthContext, Tenant } from '../../../core/kernel/auth-context.js';
import { unprocessable } from '../../../core/kernel/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { keyedHash } from '../../../core/privacy/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import type { TenantKey } from '../../../core/privacy/tenant-keys.js';
import { limitedMember } from '../../../core/tenancy/project-visibility.service.js';
import { takenFaults } from './inbound-numbers.policy.js';
import type { TakenNumber } from './inbound-numbers.policy.js';
import { CLAIM_NUMBERS, KEEP_NUMBERS, TAKEN_NUMBERS } from './inbound-numbers.queries.js';

interface TakenRow {
  readonly number_hash: string;
  readonly project_id: string;
  readonly display_name: string | null;
}

/**
 * Which project of a client an inbound number belongs to (workspace 11.12). Numbers are compared by keyed hashes of their tenant:
 * without its key none can be tried, and of other clients nothing is seen.
 */
@Injectable()
export class InboundNumbers {
  constructor(private readonly keys: TenantKeys) {}

  /**
   * Which of the numbers belong to other projects.
   * @throws KeyUnavailableError (503) where there are numbers, and no key to hash them with
   */
  async taken(
    auth: AuthContext,
    db: StoreReader,
    projectId: string,
    numbers: readonly string[],
  ): Promise<TakenNumber[]> {
    if (numbers.length === 0) return [];
    const keys = await this.keys.every(auth, 'matching');
    const hashes = numbers.map((number) => keys.map((key) => hashOf(key, number)));
    const member = limitedMember(auth);
    const rows = await db.query<TakenRow>(TAKEN_NUMBERS, [projectId, hashes.flat(), member !== null, member]);
    return hashes.flatMap((own, index) => {
      const row = rows.find(({ number_hash: hash }) => own.includes(hash));
      return row ? [{ index, projectId: row.project_id, displayName: row.display_name }] : [];
    });
  }

  /**
   * Makes the numbers those of the project: of a staged version beside what is published, else in place of all that it had.
   * @throws 422 where another project has taken one at the same moment
   */
  async claim(
    tx: UnitOfWork,
    auth: AuthContext,
    projectId: string,
    numbers: readonly string[],
    isStaged: boolean,
  ): Promise<void> {
    const { current } = await this.hashesOf(auth, numbers);
    if (current.length > 0) {
      const claimed = await tx.query<{ number_hash: string }>(CLAIM_NUMBERS, [projectId, current, isStaged]);
      if (claimed.length < new Set(current).size) {
        throw unprocessable(...takenFaults(await this.taken(auth, tx, projectId, numbers)));
      }
    }
    if (!isStaged) await tx.query(KEEP_NUMBERS, [projectId, current]);
  }

  /** Hashes of numbers as they are stored now, and as they were under any key of before a rotation. */
  async hashesOf(
    tenant: Tenant,
    numbers: readonly string[],
  ): Promise<{ current: string[]; every: string[] }> {
    if (numbers.length === 0) return { current: [], every: [] };
    const [newest, ...older] = await this.keys.every(tenant, 'matching');
    const under = (key: TenantKey): string[] => numbers.map((number) => hashOf(key, number));
    const current = under(newest!);
    return { current, every: [...current, ...older.flatMap(under)] };
  }
}

const hashOf = (key: TenantKey, number: string): string =>
  keyedHash(key, 'inbound-number', number).toString('hex');
