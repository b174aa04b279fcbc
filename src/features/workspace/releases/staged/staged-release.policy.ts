/** What became of a staged release. */
export const STAGED_STATES = ['active', 'finished', 'taken_back'] as const;
export type StagedState = (typeof STAGED_STATES)[number];
