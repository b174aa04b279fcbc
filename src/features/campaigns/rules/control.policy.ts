import type { CampaignStatus, StatusReason } from './statuses.js';

/** The actions that move a campaign from one status to another (campaigns 9.1). */
export const CONTROL_ACTIONS = [
  'run',
  'start_reached',
  'pause',
  'resume',
  'cancel',
  'contacts_through',
  'end_passed',
  'breaker_tripped',
  'capacity_gone',
  'usage_capped',
  'project_archived',
  'evidence_lapsed',
] as const;
export type ControlAction = (typeof CONTROL_ACTIONS)[number];

/** The facts that decide a launch. */
export interface Launch {
  /** Whether the validation found a blocker. */
  readonly isBlocked: boolean;
  /** Whether the start of the schedule is in the future. */
  readonly isStartAhead: boolean;
}

/** The result of an action. */
export interface Transition {
  readonly to: CampaignStatus;
  readonly reason: StatusReason | null;
}

interface Row {
  readonly from: readonly CampaignStatus[];
  readonly action: ControlAction;
  /** Null: the status does not change. */
  readonly leads: (launch: Launch) => Transition | null;
}

const always = (to: CampaignStatus, reason: StatusReason | null) => (): Transition => ({ to, reason });

const launched = ({ isBlocked, isStartAhead }: Launch): Transition | null => {
  if (isBlocked) return null;
  return { to: isStartAhead ? 'scheduled' : 'running', reason: 'user' };
};

const startedByItself = ({ isBlocked }: Launch): Transition =>
  isBlocked ? { to: 'paused', reason: 'validation_blocked' } : { to: 'running', reason: 'schedule_window' };

/** The complete table of changes. */
const TABLE: readonly Row[] = [
  { from: ['draft', 'scheduled'], action: 'run', leads: launched },
  { from: ['scheduled'], action: 'start_reached', leads: startedByItself },
  { from: ['scheduled', 'running'], action: 'pause', leads: always('paused', 'user') },
  { from: ['paused'], action: 'resume', leads: launched },
  { from: ['draft', 'scheduled', 'running', 'paused'], action: 'cancel', leads: always('cancelled', 'user') },
  { from: ['running'], action: 'contacts_through', leads: always('completed', null) },
  { from: ['running'], action: 'end_passed', leads: always('completed', 'schedule_window') },
  { from: ['running'], action: 'breaker_tripped', leads: always('paused', 'circuit_breaker') },
  { from: ['running'], action: 'capacity_gone', leads: always('paused', 'capacity') },
  { from: ['running'], action: 'usage_capped', leads: always('paused', 'capacity') },
  {
    from: ['scheduled', 'running'],
    action: 'project_archived',
    leads: always('paused', 'validation_blocked'),
  },
  { from: ['running'], action: 'evidence_lapsed', leads: always('paused', 'validation_blocked') },
];

const rowOf = (status: string, action: ControlAction): Row | undefined =>
  TABLE.find((row) => row.action === action && (row.from as readonly string[]).includes(status));

export const allows = (status: string, action: ControlAction): boolean => rowOf(status, action) !== undefined;

/** The statuses in which the action is possible, for the message of a refusal. */
export const statusesFor = (action: ControlAction): readonly CampaignStatus[] =>
  TABLE.filter((row) => row.action === action).flatMap(({ from }) => from);

/** The status after the action; null if the action is blocked or impossible. */
export const transitionOf = (
  status: string,
  action: ControlAction,
  launch: Launch = { isBlocked: false, isStartAhead: false },
): Transition | null => rowOf(status, action)?.leads(launch) ?? null;
