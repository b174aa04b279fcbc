import type { Request } from 'express';
import type { AuthContext } from './auth-context.js';

/**
 * Properties that stages of the pipeline set on a request for later stages. The folder that sets
 * one declares it by merging: `declare module '.../shared/platform-request.js' { interface
 * PlatformRequest { ... } }`.
 */
export interface PlatformRequest extends Request {
  requestId: string;
  /** When its headers had arrived, on the clock of `performance.now()`. */
  arrivedAt: number;
  /** Whether it arrived on the listener of the internal routes. */
  isInternal?: boolean;
  /** Set by TenantScopeGuard, for every protected route. */
  auth?: AuthContext;
}
