import { randomUUID } from 'node:crypto';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { DATA_KEY_ACTIONS } from '../data-keys.audit.js';
import { nextPassAt } from '../rules/rotation.policy.js';
import { Resealer, type Resealed } from './resealer.service.js';
import { RESEAL } from './reseal-jobs.js';
import {
  CLAIM_ROTATION,
  DELETE_KEYS,
  DUE_ROTATIONS,
  END_ROTATION,
  SAVE_PROGRESS,
} from './rotations.queries.js';

// Shorter than the lease, because the last page may take some more statements.
const WORK_MS = 30_000;
const LEASE_MS = 60_000;

// No step has this name, so the pass begins with the first one.
const FIRST = '';

interface Claimed {
  readonly new_key_id: string;
  readonly old_key_ids: readonly string[];
  readonly started_at: Date;
  readonly pass: number;
  readonly pass_started_at: Date;
  readonly step: string | null;
  readonly after_row: readonly string[] | null;
  readonly found: number;
  readonly unopened: number;
  readonly waiting: number;
  readonly last_found_at: Date | null;
}

/**
 * Seals a tenant's values under its new data key, page by page; it stores the progress after each page, so that another worker can continue (privacy 6.8, 6.9).
 */
@HandlesJob()
export class ResealJob extends TenantJob {
  readonly kind = RESEAL;
  readonly schedule = '* * * * *';

  constructor(
    private readonly metadata: MetadataStore,
    private readonly system: SystemQueries,
    private readonly resealer: Resealer,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.system.tenants(DUE_ROTATIONS, [this.clock.now()]);
  }

  protected async work(auth: AuthContext): Promise<void> {
    const token = randomUUID();
    let rotation = await this.claim(auth, token);
    const until = performance.now() + WORK_MS;
    while (rotation !== null && performance.now() < until) rotation = await this.piece(auth, token, rotation);
    // Another job continues, so that other tenants get their turn.
    if (rotation !== null) await this.save(auth, token, rotation, 0, { leave: true });
  }

  private async claim(auth: AuthContext, token: string): Promise<Claimed | null> {
    const now = this.clock.now();
    const [row] = await this.metadata.transaction(auth, (tx) =>
      tx.query<Claimed>(CLAIM_ROTATION, [token, leaseFrom(now), now]),
    );
    if (!row) return null;
    return row.step === null ? beginning(row, now) : row;
  }

  /** @returns the rotation afterwards; null: it is paused, it has ended, or another worker has it */
  private async piece(auth: AuthContext, token: string, rotation: Claimed): Promise<Claimed | null> {
    const steps = this.resealer.steps(auth);
    const found = steps.findIndex(({ name }) => name === rotation.step);
    // If the table is no longer in the list, the pass begins again.
    const index = Math.max(0, found);
    const change = { newKeyId: rotation.new_key_id, oldKeyIds: rotation.old_key_ids };
    const after = found === -1 ? null : rotation.after_row;
    const page = await this.resealer.page(auth, steps[index]!, change, after);
    const now = this.clock.now();
    const met = withPage(rotation, page, now);
    const step = page.lastRow === null ? steps[index + 1] : steps[index];
    if (step)
      return this.save(auth, token, { ...met, step: step.name, after_row: page.lastRow }, page.resealed);
    const times = { madeAt: rotation.started_at, lastFoundAt: met.last_found_at };
    const next = nextPassAt({ ...met, startedAt: rotation.pass_started_at }, times, now);
    if (next === null) return this.end(auth, token, met, now);
    // Its counts stay visible during the pause.
    if (next > now) return this.save(auth, token, { ...met, step: null }, page.resealed, { restUntil: next });
    return this.save(auth, token, beginning(met, now), page.resealed);
  }

  /** @returns null if another worker has the lease, or it was released */
  private async save(
    auth: AuthContext,
    token: string,
    rotation: Claimed,
    resealed: number,
    { restUntil, leave = false }: { readonly restUntil?: Date; readonly leave?: boolean } = {},
  ): Promise<Claimed | null> {
    const now = this.clock.now();
    const isOver = leave || restUntil !== undefined;
    const saved = await this.metadata.transaction(auth, async (tx) => {
      const rows = await tx.query(SAVE_PROGRESS, [
        ...[token, isOver ? now : leaseFrom(now), rotation.step, rotation.after_row],
        ...[rotation.found, rotation.unopened, rotation.waiting, resealed, rotation.last_found_at],
        ...[rotation.pass, rotation.pass_started_at, restUntil ?? now],
      ]);
      if (leave) await tx.enqueue(RESEAL, { clientId: auth.clientId, dataEnv: auth.dataEnv });
      return rows.length > 0;
    });
    return saved && !isOver ? rotation : null;
  }

  /** Deletes the old keys and records the end in one transaction. */
  private async end(auth: AuthContext, token: string, rotation: Claimed, now: Date): Promise<null> {
    await this.metadata.transaction(auth, async (tx) => {
      const [ended] = await tx.query<{ resealed: string }>(END_ROTATION, [token, now]);
      if (!ended) return;
      await tx.query(DELETE_KEYS, [rotation.old_key_ids]);
      await tx.auditDone(DATA_KEY_ACTIONS.rotationEnded, {
        key_id: rotation.new_key_id,
        old_keys: rotation.old_key_ids.length,
        sealed_anew: Number(ended.resealed),
      });
    });
    return null;
  }
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** The rotation at the beginning of its next pass. */
const beginning = (rotation: Claimed, now: Date): Claimed => ({
  ...rotation,
  pass: rotation.pass + 1,
  pass_started_at: now,
  step: FIRST,
  after_row: null,
  found: 0,
  unopened: 0,
  waiting: 0,
});

const withPage = (rotation: Claimed, page: Resealed, now: Date): Claimed => ({
  ...rotation,
  found: rotation.found + page.found,
  unopened: rotation.unopened + page.unopened,
  waiting: rotation.waiting + page.waiting,
  after_row: page.lastRow,
  last_found_at: page.found > page.unopened ? now : rotation.last_found_at,
});
