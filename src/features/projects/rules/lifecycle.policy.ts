/** The states of a project (projects 5.1). */
export const PROJECT_STATES = ['setup', 'active', 'archived'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

export type LifecycleAction = 'create' | 'edit' | 'archive' | 'restore' | 'publish';

interface Transition {
  /** Null: there is no project yet. */
  readonly from: readonly (ProjectState | null)[];
  readonly by: LifecycleAction;
  readonly to: ProjectState | 'unchanged';
}

export const FIRST_STATE: ProjectState = 'setup';

/** The complete table of moves; any other move is refused. */
const MOVES: readonly Transition[] = [
  { from: [null], by: 'create', to: FIRST_STATE },
  { from: ['setup', 'active'], by: 'archive', to: 'archived' },
  { from: ['archived'], by: 'restore', to: 'setup' },
  { from: ['setup', 'active'], by: 'edit', to: 'unchanged' },
  { from: ['setup', 'active'], by: 'publish', to: 'active' },
];

/**
 * The state that an action leads to.
 * @param state null while there is no project
 * @returns null when the state does not permit the action
 */
export function stateAfter<S extends ProjectState | null>(
  state: S,
  action: LifecycleAction,
): ProjectState | S | null {
  const move = MOVES.find(({ from, by }) => by === action && from.includes(state));
  if (!move) return null;
  return move.to === 'unchanged' ? state : move.to;
}

export const permits = (state: ProjectState, action: LifecycleAction): boolean =>
  stateAfter(state, action) !== null;
