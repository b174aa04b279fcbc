import { ANALYTICS_READERS, type Scope } from '../../../core/shared/roles.js';

export const FOLLOW_UP_STATES = ['open', 'done'] as const;
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number];

export const FOLLOW_UP_REASONS = ['by_hand', 'missed_inbound', 'upset_caller'] as const;
export type FollowUpReason = (typeof FOLLOW_UP_REASONS)[number];

/** Roles that may set a follow-up (follow-up 1.2). */
export const FOLLOW_UP_WRITERS: readonly Scope[] = ANALYTICS_READERS.filter(
  (scope) => scope !== 'partner_user' && scope !== 'read-only',
);

/** Roles that may choose which calls get a follow-up automatically (follow-up 1.2). */
export const FOLLOW_UP_ADMINS: readonly Scope[] = ['partner_admin', 'client_admin', 'client_manager'];
