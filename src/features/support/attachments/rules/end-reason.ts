import { REFUSALS } from './refusal.js';

/**
 * Why a file is refused or has failed (support-attachments 4.3, 5.3).
 * - session_expired: it was not finalised in time
 * - no_verdict: the scanner did not answer for a day
 * - content_lost: the stored content can no longer be read
 */
export const END_REASONS = [...REFUSALS, 'session_expired', 'no_verdict', 'content_lost'] as const;
export type EndReason = (typeof END_REASONS)[number];
