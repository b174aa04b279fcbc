import { setTimeout as delay } from 'node:timers/promises';
import type { AuthContext } from '../../core/shared/auth-context.js';
import type { TenantMoves } from '../../features/tenant-moves/progress/moves.service.js';
import type { MoveRow } from '../../features/tenant-moves/rules/moves.policy.js';
import { stateAfter, type MoveState } from '../../features/tenant-moves/rules/moves.policy.js';
import type { Reader } from '../connection/owner-connection.js';
import { beginSnapshots, compareSnapshots, endSnapshots, MoveHeldUp, refuseOtherSchema } from './compare.js';
import { ATTEMPT_MS, closeFence, fence, holdFence, isFenced, openFence } from './fence.js';
import { addPartitions, Replication, withoutReplication, type Side } from './replication.js';
import { replicationNames } from './replication-names.js';
import { deleteRows, movedTables, raiseSequences } from './rows.js';

const POLL_MS = 250;
/** Between two attempts, writers have this long to catch up. */
const REST_MS = 1_000;
/** After this long, a person has to check the slow writers or the replication of the store. */
const ATTEMPTS = 30;
/** Replication that is this close catches up while writers wait. */
const CLOSE_MS = 500;

export interface MoveContext {
  readonly source: Side;
  readonly target: Side;
  /** Other connections to the same stores, source and target, for snapshots that last. */
  readonly snapshots: readonly [Reader, Reader];
  readonly moves: TenantMoves;
  readonly auth: AuthContext;
  readonly move: MoveRow;
  readonly say: (line: string) => void;
}

/**
 * Carries out a move of a tenant from one store to another (operations section 9). Each step may
 * run again from its start, so a killed command continues where it was.
 */
export class Mover {
  private readonly there: Replication;
  private readonly back: Replication;

  constructor(private readonly context: MoveContext) {
    const { source, target, auth, move } = context;
    const { there, back } = replicationNames(move.move_id);
    this.there = new Replication(there, source, target, auth);
    this.back = new Replication(back, target, source, auth);
  }

  /** Continues until the route leads to the target; the move can still be taken back. @throws MoveHeldUp */
  async run(): Promise<void> {
    const { auth, move, moves, say } = this.context;
    for (let state: MoveState | null = move.state; state !== null && state !== 'undone';) {
      say(`${state}: ${move.source_store} to ${move.target_store}`);
      const rows = await this.step(state);
      const next: MoveState | null = stateAfter(state);
      // The switch has recorded its own state, with the route.
      if (next !== null && next !== 'done') await moves.setState(auth, move, next, rows);
      state = next;
    }
  }

  /** @returns rows that were compared, if they were */
  private async step(state: MoveState): Promise<number | null> {
    if (state === 'copying') await this.copy();
    if (state === 'catching_up') await this.catchUp();
    if (state === 'switching') await this.switchOver();
    if (state === 'done') await this.keepWayBack();
    return state === 'comparing' ? this.compare() : null;
  }

  private async copy(): Promise<void> {
    const { source, target, auth, move, moves } = this.context;
    const tables = await movedTables(source.store);
    refuseOtherSchema(tables, await movedTables(target.store));
    const obstacle = await withoutReplication(source, target);
    if (obstacle !== null) throw new MoveHeldUp(obstacle);
    await addPartitions(source.store, target.store);
    await this.there.publish(tables);
    if (!(await this.there.isSubscribed())) await deleteRows(target.store, auth);
    await this.there.subscribe(true);
    for (let seen = ''; ; await delay(POLL_MS)) {
      await addPartitions(source.store, target.store);
      const { copied, of, errors } = await this.there.progress();
      const note =
        errors > 0
          ? `Replication failed ${errors} times and tries again: see the log of ${move.target_store}.`
          : null;
      if (seen !== `${copied} ${note}`) await moves.note(auth, move, { tables: of, copied, note });
      seen = `${copied} ${note}`;
      if (of > 0 && copied === of) return;
    }
  }

  private async catchUp(): Promise<void> {
    const { source, target } = this.context;
    await this.back.publish(await movedTables(source.store));
    while (!(await this.there.hasCaughtUp(CLOSE_MS))) await addPartitions(source.store, target.store);
  }

  private async compare(): Promise<number> {
    const { source, snapshots, auth } = this.context;
    const tables = await movedTables(source.store);
    await this.whileFenced(source.store, this.there, async () => {
      await beginSnapshots(...snapshots);
      const isInTime = await isFenced(source.store, auth);
      if (!isInTime) await endSnapshots(...snapshots);
      return isInTime;
    });
    await openFence(source.store, auth);
    try {
      return await compareSnapshots(...snapshots, auth, tables);
    } finally {
      await endSnapshots(...snapshots);
    }
  }

  private async switchOver(): Promise<void> {
    const { source, target } = this.context;
    await openFence(target.store, this.context.auth);
    await this.whileFenced(source.store, this.there, (startedAt) =>
      this.turn(source.store, target.store, 'done', startedAt),
    );
  }

  /** @returns false if the fence opened before the route could turn */
  private async turn(
    from: Reader,
    to: Reader,
    state: 'done' | 'undone',
    startedAt: number,
  ): Promise<boolean> {
    const { auth, move, moves } = this.context;
    await raiseSequences(from, to);
    // If this process dies here, the fence lasts until every other one has read the route again.
    if (!(await holdFence(from, auth))) return false;
    await openFence(to, auth);
    await moves.turn(auth, move, state, performance.now() - startedAt);
    await closeFence(from, auth);
    return true;
  }

  private async keepWayBack(): Promise<void> {
    const { source, target, auth } = this.context;
    await closeFence(source.store, auth);
    await this.there.drop();
    await this.back.subscribe(false);
    await addPartitions(target.store, source.store);
  }

  /** Ends the way back, and removes the tenant's rows from the store that it left. */
  async end(): Promise<void> {
    const { source, auth, move, moves } = this.context;
    await this.there.drop();
    await this.back.drop();
    await deleteRows(source.store, auth);
    await moves.end(auth, move);
  }

  /** Takes the move back at any step, without losing a write, and clears the target. */
  async undo(): Promise<void> {
    const { source, target, auth, move, moves } = this.context;
    if (move.state === 'done') {
      await this.keepWayBack();
      while (!(await this.back.hasCaughtUp(CLOSE_MS))) await addPartitions(target.store, source.store);
      await this.whileFenced(target.store, this.back, (startedAt) =>
        this.turn(target.store, source.store, 'undone', startedAt),
      );
    } else if (move.state !== 'undone') {
      await openFence(source.store, auth);
      await moves.setState(auth, move, 'undone');
    }
    // No process has a route to it: a move that was not done never led there.
    await closeFence(target.store, auth);
    await this.there.drop();
    await this.back.drop();
    await deleteRows(target.store, auth);
    await moves.end(auth, move);
  }

  /**
   * Runs `work` while writers of a store wait and the other store has everything.
   * @param work gets the time at which they began to wait; false: the fence opened before it was done
   * @throws MoveHeldUp after many attempts
   */
  private async whileFenced(
    store: Reader,
    replication: Replication,
    work: (startedAt: number) => Promise<boolean>,
  ): Promise<void> {
    const { source, target, auth, say } = this.context;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const startedAt = performance.now();
      const waitedMs = (): string => `${Math.round(performance.now() - startedAt)} ms`;
      let late = 'writers that had begun';
      if (await fence(store, auth)) {
        late = 'replication';
        const leftMs = ATTEMPT_MS - (performance.now() - startedAt);
        const isDone = (await replication.hasCaughtUp(leftMs)) && (await work(startedAt));
        if (isDone) {
          say(`  writers waited ${waitedMs()}`);
          return;
        }
        await openFence(store, auth).catch(() => undefined);
      }
      say(`  writers waited ${waitedMs()}, and go on: ${late} took too long; tried again`);
      await delay(REST_MS);
      const [from, to] = store === source.store ? [source, target] : [target, source];
      await addPartitions(from.store, to.store);
    }
    throw new MoveHeldUp(
      'Writers of the tenant, or the replication, took longer than 1.5 seconds in each of 30 attempts. Run it again at a quieter hour.',
    );
  }
}
