import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { IdempotencyRule } from '../../../core/idempotency/idempotency-rule.js';
import { CAMPAIGN_ERRORS } from '../campaigns.errors.js';
import { CAMPAIGN_READERS } from '../../../core/shared/roles.js';

type Callers = Omit<ProtectedAccess, 'kind'>;

const EVERY_ROUTE = { client: 'query', surface: 'general' } as const satisfies Partial<Callers>;

export const READERS: Callers = { ...EVERY_ROUTE, scopes: CAMPAIGN_READERS };

export const WRITERS: Callers = { ...EVERY_ROUTE, scopes: ['partner_admin'] };

/** The idempotency rule of changes, whose effects are in the tenant's store. */
export const KEYED = {
  effect: 'tenant',
  inProgress: CAMPAIGN_ERRORS.requestInProgress,
} as const satisfies Partial<IdempotencyRule>;
