import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';

/** A month of work on an assistant; transcripts are useful for days. */
export const TESTS_KEPT_MS = 30 * DAY_MS;

/** A day's work on an assistant; only the newest one of each test matters. */
export const KEPT_RUNS = 50;

/**
 * The largest transcript of a test call, as JSON: as large as a cell of an export, and more than
 * half an hour of conversation.
 */
export const TRANSCRIPT_BYTES = 32 * 1024;
/** More lines than fit into that size. */
export const TRANSCRIPT_LINES = 400;

/**
 * The largest excerpt of a result, enough to show where it failed: fifty runs of fifty tests use at
 * most 10 MiB of the metadata store.
 */
export const EXCERPT_BYTES = 4 * 1024;
export const EXCERPT_LINES = 40;
