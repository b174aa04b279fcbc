import { Injectable } from '@nestjs/common';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { limitedMember } from '../../../core/tenancy/project-visibility.service.js';
import {
  inboundNumbersOf,
  takenWarnings,
  type ClaimedNumber,
} from '../rules/sections/inbound-numbers.policy.js';
import { CLAIM_NUMBERS, KEEP_NUMBERS, TAKEN_NUMBERS } from './inbound-numbers.queries.js';
import type { Finding } from '../rules/sections/section-definition.js';

interface TakenRow {
  readonly number_hash: string;
  readonly project_id: string;
  readonly display_name: string | null;
}

/**
 * Finds the project of a client to which an inbound number belongs (workspace 11.12). Numbers are
 * compared by the tenant's keyed hashes: without its key none can be guessed, and nothing of other
 * clients is visible.
 */
@Injectable()
export class InboundNumbers {
  constructor(private readonly keys: TenantKeys) {}

  /**
   * Which of the numbers belong to other projects.
   * @throws KeyUnavailableError (503) if there are numbers and no key to hash them with
   */
  async taken(
    auth: AuthContext,
    db: StoreReader,
    projectId: string,
    numbers: readonly string[],
  ): Promise<ClaimedNumber[]> {
    if (numbers.length === 0) return [];
    return ownedByOthers(auth, db, projectId, await this.hashesOf(auth, numbers));
  }

  /**
   * The warnings for a draft with this assistant about numbers that belong to others.
   * @throws 503 as `taken`
   */
  async warnings(
    auth: AuthContext,
    db: StoreReader,
    projectId: string,
    assistant: unknown,
  ): Promise<Finding[]> {
    return takenWarnings(await this.taken(auth, db, projectId, inboundNumbersOf(assistant)));
  }

  /**
   * Assigns the numbers to the project: in addition to the published ones for a staged version,
   * else instead of all previous ones. They are claimed under every key: a process that does not
   * know the newest key yet finds them under older ones.
   * @returns those that belong to other projects: if there are any, the transaction must not be
   *   committed
   * @throws KeyUnavailableError (503) as `taken`
   */
  async claim(
    tx: UnitOfWork,
    auth: AuthContext,
    projectId: string,
    numbers: readonly string[],
    isStaged: boolean,
  ): Promise<ClaimedNumber[]> {
    const hashes = await this.hashesOf(auth, numbers);
    const all = hashes.flat();
    if (all.length > 0) {
      const claimed = await tx.query(CLAIM_NUMBERS, [projectId, all, isStaged]);
      // The claim has locked the rows of the others, so they still exist.
      if (claimed.length < new Set(all).size) return ownedByOthers(auth, tx, projectId, hashes);
    }
    if (!isStaged) await tx.query(KEEP_NUMBERS, [projectId, all]);
    return [];
  }

  /** The hashes of each number, one for each key that the tenant has or had. */
  async hashesOf(tenant: Tenant, numbers: readonly string[]): Promise<string[][]> {
    if (numbers.length === 0) return [];
    const keys = await this.keys.every(tenant, 'matching');
    return numbers.map((number) =>
      keys.map((key) => keyedHash(key, 'inbound-number', number).toString('hex')),
    );
  }
}

/** @param hashes for each number, all hashes under which it may be stored */
async function ownedByOthers(
  auth: AuthContext,
  db: StoreReader,
  projectId: string,
  hashes: readonly (readonly string[])[],
): Promise<ClaimedNumber[]> {
  const member = limitedMember(auth);
  const values = [projectId, hashes.flat(), member !== null, member];
  const rows = await db.query<TakenRow>(TAKEN_NUMBERS, values);
  return hashes.flatMap((own, index) => {
    const row = rows.find(({ number_hash: hash }) => own.includes(hash));
    return row ? [{ index, projectId: row.project_id, displayName: row.display_name }] : [];
  });
}
