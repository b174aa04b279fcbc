import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { CATALOGUE } from '../../../src/core/shared/catalogue.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import type { Reservation } from '../../../src/core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../src/core/database/unit-of-work/unit-of-work.js';
import { workKind } from '../../../src/core/shared/work-kind.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { TALLY_ACTIONS } from './tallies.audit.js';
import { TallyEntity } from './tally.entity.js';

/** Work that a tally enqueues; no process does it, so its work item remains. */
const TALLY_COUNTED = workKind<{ tally_id: string }>('test.tally-counted');

/** The points at which a test can hold the work. */
type Stage = 'begun' | 'counted' | 'completed';

interface Gate {
  /** Resolves when the work has reached this point. */
  readonly reached: Promise<void>;
  /** Lets it continue. */
  readonly open: () => void;
}

const gates = new Map<string, { readonly arrive: () => void; readonly opened: Promise<void> }>();

/** Holds the next work on this amount that reaches this point; all other work continues. */
export function holdNext(amount: number, stage: Stage): Gate {
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  gates.set(`${amount} ${stage}`, { arrive, opened });
  return { reached, open };
}

const begun = new Map<number, number>();

/** How often this process started work on this amount, completed or not. */
export const timesBegun = (amount: number): number => begun.get(amount) ?? 0;

async function pass(amount: number, stage: Stage): Promise<void> {
  if (stage === 'begun') begun.set(amount, timesBegun(amount) + 1);
  const gate = gates.get(`${amount} ${stage}`);
  gates.delete(`${amount} ${stage}`);
  gate?.arrive();
  await gate?.opened;
}

/**
 * One unit of work in a tenant store: a row, an audit row, a work item, and the answer of its key.
 */
@Injectable()
export class TalliesService {
  constructor(
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
  ) {}

  add(auth: AuthContext, amount: number, reservation: Reservation | null): Promise<object> {
    return this.stores.transaction(auth, async (tx) => {
      await pass(amount, 'begun');
      return this.count(tx, amount, reservation);
    });
  }

  /** Like `add`, for an amount that does not exist yet. */
  async addNew(auth: AuthContext, amount: number, reservation: Reservation | null): Promise<object> {
    return this.stores.transaction(auth, async (tx) => {
      await pass(amount, 'begun');
      if (await tx.repo(TallyEntity).findOne({ amount })) throw new PlatformError(CATALOGUE.conflict);
      return this.count(tx, amount, reservation);
    });
  }

  /** Completes a record in the metadata store whose route declares its effect in a tenant store. */
  misplace(auth: AuthContext, reservation: Reservation | null): Promise<object> {
    return this.metadata.transaction(auth, (tx) => tx.complete(reservation, {}));
  }

  private async count(tx: UnitOfWork, amount: number, reservation: Reservation | null): Promise<object> {
    const tallyId = randomUUID();
    await tx.repo(TallyEntity).insert({ tallyId, amount });
    await tx.audit({ action: TALLY_ACTIONS.counted, outcome: 'success', metadata: { amount } });
    await tx.enqueue(TALLY_COUNTED, { tally_id: tallyId });
    await pass(amount, 'counted');
    if (amount < 0) throw new PlatformError(CATALOGUE.conflict);
    const body = { zeta: tallyId, amount };
    const answer = await tx.complete(reservation, body, { 'X-Amount': String(amount) });
    await pass(amount, 'completed');
    return answer;
  }
}
