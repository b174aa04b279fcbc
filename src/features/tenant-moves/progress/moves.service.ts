import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { MoveRow, MoveState } from '../rules/moves.policy.js';
import { TENANT_MOVE_ACTIONS } from '../tenant-moves.audit.js';
import {
  ALL_MOVES,
  END_MOVE,
  HOLD_UP_MOVE,
  MOVES_OF_TENANT,
  NOTE_PROGRESS,
  OPEN_MOVE,
  SET_STATE,
  START_MOVE,
  TURN_ROUTE,
} from './moves.queries.js';

const SHOWN_MS = 30 * DAY_MS;

interface Progress {
  readonly tables: number;
  readonly copied: number;
  /** Why the move is delayed; null: it is not. */
  readonly note: string | null;
}

/** The record of moves, and the route of a moving tenant (operations section 9). */
@Injectable()
export class TenantMoves {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly system: SystemQueries,
    private readonly clock: Clock,
  ) {}

  /** The tenant's move that has not ended; null: none. */
  async open(tenant: Tenant): Promise<MoveRow | null> {
    const [row] = await this.metadata.read(tenant, (db) => db.query<MoveRow>(OPEN_MOVE));
    return row ?? null;
  }

  /**
   * The refusal for other commands that change all of the tenant's data; null: it has no open move.
   */
  async refusal(tenant: Tenant): Promise<string | null> {
    const open = await this.open(tenant);
    return open && `${tenant.clientId} moves to ${open.target_store}. Run move-tenant --end or --undo first`;
  }

  /** The tenant's latest moves. */
  ofTenant(tenant: Tenant): Promise<readonly MoveRow[]> {
    return this.metadata.read(tenant, (db) => db.query<MoveRow>(MOVES_OF_TENANT));
  }

  /** Moves of all tenants: open ones, and those that ended within 30 days. */
  all(): Promise<readonly MoveRow[]> {
    return this.system.query<MoveRow>(ALL_MOVES, [new Date(this.clock.now().getTime() - SHOWN_MS)]);
  }

  /** @throws an error of the database if the tenant has an open move */
  async start(auth: AuthContext, source: string, target: string): Promise<MoveRow> {
    const moveId = randomUUID();
    await this.metadata.transaction(auth, async (tx) => {
      await tx.query(START_MOVE, [moveId, source, target, this.clock.now()]);
      await tx.auditDone(TENANT_MOVE_ACTIONS.started, { move_id: moveId, source, target });
    });
    return (await this.open(auth))!;
  }

  async setState(
    auth: AuthContext,
    { move_id: moveId }: MoveRow,
    state: MoveState,
    rowsCompared: number | null = null,
  ): Promise<void> {
    await this.metadata.transaction(auth, (tx) =>
      tx.query(SET_STATE, [moveId, state, this.clock.now(), rowsCompared, null]),
    );
  }

  async note(
    auth: AuthContext,
    { move_id: moveId }: MoveRow,
    { tables, copied, note }: Progress,
  ): Promise<void> {
    await this.metadata.transaction(auth, (tx) => tx.query(NOTE_PROGRESS, [moveId, tables, copied, note]));
  }

  async holdUp(auth: AuthContext, { move_id: moveId }: MoveRow, why: string): Promise<void> {
    await this.metadata.transaction(auth, (tx) => tx.query(HOLD_UP_MOVE, [moveId, why]));
  }

  /**
   * Turns the route of the tenant, and with it the state of the move.
   * @param state done: to its target; undone: back to its source
   * @param pauseMs how long writers were held up, without this step
   * @throws Error if the route does not lead to the other store
   */
  async turn(auth: AuthContext, move: MoveRow, state: 'done' | 'undone', pauseMs: number): Promise<void> {
    const { move_id: moveId, source_store: source, target_store: target } = move;
    const [from, to] = state === 'done' ? [source, target] : [target, source];
    await this.metadata.transaction(auth, async (tx) => {
      const turned = await tx.query(TURN_ROUTE, [from, to]);
      if (turned.length === 0) throw new Error(`The route does not lead to ${from}.`);
      await tx.query(SET_STATE, [moveId, state, this.clock.now(), null, Math.round(pauseMs)]);
      const action = state === 'done' ? TENANT_MOVE_ACTIONS.switched : TENANT_MOVE_ACTIONS.undone;
      await tx.auditDone(action, { move_id: moveId, from, to });
    });
  }

  async end(auth: AuthContext, { move_id: moveId, state }: MoveRow): Promise<void> {
    await this.metadata.transaction(auth, async (tx) => {
      await tx.query(END_MOVE, [moveId, this.clock.now()]);
      await tx.auditDone(TENANT_MOVE_ACTIONS.ended, { move_id: moveId, state });
    });
  }
}
