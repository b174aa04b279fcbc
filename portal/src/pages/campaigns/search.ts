/** Parameters of a campaign's address: the step, and the filters of its contacts. */
export const CAMPAIGN_SEARCH = [
  'step',
  'status',
  'disposition',
  'callable',
  'code',
  'retry_due',
  'find',
  'sort_by',
  'sort_order',
  'page',
] as const;
