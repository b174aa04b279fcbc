import type { SearchSupportTicketsData } from '../../../api/generated';
import { one } from '../../../parts/support/words';

type Query = NonNullable<SearchSupportTicketsData['query']>;

export const SAVED_FILTERS = ['waiting', 'open', 'own', 'assigned', 'solved', 'all'] as const;
export type SavedFilter = (typeof SAVED_FILTERS)[number];

/** The saved filter that the address names; open tickets without one. */
export const savedFilterOf = (text: string | undefined): SavedFilter => one(SAVED_FILTERS, text) ?? 'open';

/** The part of the query that a saved filter represents. */
export function queryOf(filter: SavedFilter, userId: string | undefined): Query {
  return {
    waiting: { awaiting_you: true },
    open: { status: 'unsolved' },
    own: { requester: userId },
    assigned: { assignee: userId, status: 'unsolved' },
    solved: { status: 'solved' },
    all: {},
  }[filter] as Query;
}
