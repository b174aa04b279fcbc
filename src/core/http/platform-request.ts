import type { Request } from 'express';
import type { AccessRule } from '../auth/access-rule.js';
import type { AuthContext } from '../auth/auth-context.js';
import type { Caller } from '../auth/caller.js';
import type { Reservation } from '../idempotency/reservation.js';
import type { BodyLease } from './body-budget.js';
import type { LimitUse } from '../throttling/limit-use.js';
import type { TenantChoice } from '../tenancy/tenant-choice.policy.js';
import type { TargetFaults } from './request-target.policy.js';

/** What the pipeline knows of a request by the time a later stage looks at it. */
export interface PlatformRequest extends Request {
  requestId: string;
  /** Whether it came in on the listener of the internal routes. */
  isInternal?: boolean;
  /** What cannot be read of its address; TextGuard answers for it. */
  targetFaults?: TargetFaults | null;
  /** Set by the first guard; absent for paths that lead to no route. */
  accessRule?: AccessRule;
  /** Set by ApiKeyGuard or JwtGuard. */
  caller?: Caller;
  /**
   * Set by TenantResolver; null where the caller may act for no client. A property and not a WeakMap by request:
   * entries of one outlive the young generation, which doubles the garbage collector's work under load.
   */
  tenantChoice?: TenantChoice | null;
  /** Set by TenantScopeGuard, for every protected route. */
  auth?: AuthContext;
  /** Set by RateLimitGuard, where a limit has counted the request. */
  limitUse?: LimitUse;
  /** The bytes of a parsed JSON body, as they came. */
  rawBody?: Buffer;
  /** The memory its body may take; given back when the work on the request is over. */
  bodyLease?: BodyLease;
  /** Set by IdempotencyInterceptor, where @Idempotent stands; null where the key was left out. */
  reservation?: Reservation | null;
}
