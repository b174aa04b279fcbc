/** The queries that a saved follow-up changes. */
export const CHANGED_BY_FOLLOW_UP = [[{ _id: 'getFollowUp' }], [{ _id: 'listFollowUps' }]] as const;
