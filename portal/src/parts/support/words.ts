import type { TicketResponse } from '../../api/generated';

export type Ticket = TicketResponse;
export type Status = Ticket['status'];

export const STATUSES: readonly Status[] = ['new', 'open', 'pending', 'solved', 'closed'];
export const PRIORITIES: readonly Ticket['priority'][] = ['urgent', 'high', 'normal', 'low'];
export const CATEGORIES: readonly Ticket['category'][] = [
  'question',
  'incident',
  'change',
  'billing',
  'privacy',
];

export const one = <Value extends string>(values: readonly Value[], text: string | null | undefined) =>
  values.find((value) => value === text);

const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  new: ['solved'],
  open: ['solved'],
  pending: ['open', 'solved'],
  solved: ['open'],
  closed: [],
};
const MOVES_OF_STAFF: typeof MOVES = {
  ...MOVES,
  new: ['open', 'pending', 'solved'],
  open: ['pending', 'solved'],
};

/** Statuses that may follow a status (support 3.3); the API decides. */
export const nextOf = (status: Status, isStaff: boolean): readonly Status[] =>
  (isStaff ? MOVES_OF_STAFF : MOVES)[status];
