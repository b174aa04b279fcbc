import type { DataEnv } from '../../../core/shared/auth-context.js';

/** The states of a move, in order; `undone` may follow any of them (operations 9.2). */
export const MOVE_STATES = ['copying', 'catching_up', 'comparing', 'switching', 'done', 'undone'] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** A move as stored. */
export interface MoveRow {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly move_id: string;
  readonly source_store: string;
  readonly target_store: string;
  readonly state: MoveState;
  readonly started_at: Date;
  readonly state_at: Date;
  readonly ended_at: Date | null;
  readonly tables: number;
  readonly tables_copied: number;
  readonly rows_compared: number | null;
  readonly pause_ms: number | null;
  readonly note: string | null;
}

const STEPS = ['copying', 'catching_up', 'comparing', 'switching', 'done'] as const;

/** The state after a step of a move. @returns null after the last one */
export function stateAfter(state: MoveState): MoveState | null {
  const place = (STEPS as readonly string[]).indexOf(state);
  return place < 0 ? null : (STEPS[place + 1] ?? null);
}

export type MoveAct = 'move' | 'undo' | 'end';

interface OpenMove {
  readonly state: MoveState;
  readonly targetStore: string;
}

/**
 * Why an operator's act on a move is refused (operations 9.3, 9.6, 9.7).
 * @param open the tenant's move that has not ended; null: none
 * @param to the store that the operator names, to move there
 */
export function actRefused(open: OpenMove | null, act: MoveAct, to?: string): string | null {
  if (act === 'move') {
    if (open === null) return null;
    if (open.state === 'undone') return 'its last move is being undone: run move-tenant --undo until it ends';
    if (open.state === 'done' && open.targetStore !== to)
      return 'its last move keeps a way back: run move-tenant --end first';
    return open.targetStore === to ? null : `it moves to ${open.targetStore}: finish or undo that move first`;
  }
  if (open === null) return 'it has no move';
  if (act === 'end' && open.state !== 'done')
    return `its move is ${open.state}: only a move that is done can end`;
  return null;
}
