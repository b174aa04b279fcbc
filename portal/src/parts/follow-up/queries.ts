/** The queries that a saved follow-up changes. */
export const CHANGED_BY_FOLLOW_UP = [
  [{ _id: 'getFollowUp' }],
  [{ _id: 'listFollowUps' }],
  [{ _id: 'listCalls' }],
  [{ _id: 'getHome' }],
] as const;

/** The filter of the call list for missed calls that are still to be called back. */
export const TO_CALL_BACK = { status: 'missed', direction: 'inbound', follow_up: 'not_done' } as const;
