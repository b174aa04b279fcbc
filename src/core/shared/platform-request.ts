import type { Request } from 'express';
import type { AuthContext } from './auth-context.js';

/**
 * What the pipeline knows of a request by the time a later stage looks at it. The folder that sets a property declares it
 * here by merging: `declare module '.../kernel/platform-request.js' { interface PlatformRequest { ... } }`.
 */
export interface PlatformRequest extends Request {
  requestId: string;
  /** Whether it came in on the listener of the internal routes. */
  isInternal?: boolean;
  /** Set by TenantScopeGuard, for every protected route. */
  auth?: AuthContext;
}
