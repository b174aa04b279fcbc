/** The sort keys of a list of campaigns (campaigns 2.7). */
export const SORT_KEYS = ['updated_at_utc', 'created_at_utc', 'name', 'status'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];
