/** Why a person asks (unlocks 1.2). */
export const UNLOCK_REASONS = [
  'caller_question',
  'complaint',
  'quality_review',
  'legal_request',
  'security_incident',
  'other',
] as const;
export type UnlockReason = (typeof UNLOCK_REASONS)[number];

export const UNLOCK_STATES = ['requested', 'approved', 'active', 'expired', 'denied', 'ended'] as const;
export type UnlockState = (typeof UNLOCK_STATES)[number];

export type UnlockDecision = 'approved' | 'denied';
