import type { ErrorForm, Surface } from '../http/errors/envelopes.js';
import type { AuditAction } from '../shared/audit-event.js';
import type { CatalogueEntry } from '../shared/catalogue.js';
import type { BodyLimits } from './body-limits.js';
import type { Scope } from '../shared/roles.js';

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by the first guard; absent for paths without a route. */
    accessRule?: AccessRule;
  }
}

/**
 * When a break-glass session may call a route: only while its use is open, or also before that,
 * from the sign-in on. Any other route is 403 for it (break-glass 3.3).
 */
type DuringBreakGlass = 'while_open' | 'from_sign_in';

interface Repetition {
  /**
   * Why a route that changes data accepts no Idempotency-Key (requests 5.14). Such a route needs
   * this or `@Idempotent`, or the application does not boot.
   */
  readonly keyless?: string;
}

export interface ProtectedAccess extends Repetition {
  readonly kind: 'protected';
  /** All other callers get the 404 of an absent route. */
  readonly scopes: readonly Scope[];
  /** Which credentials are accepted; others get 404. Default: both. */
  readonly credentials?: 'bearer' | 'api_key';
  /**
   * The part of the request whose client_id chooses among the caller's tenants; absent if the route
   * accepts none. With `body` the query may repeat it; two different values are refused. With
   * `params` a partner_admin may also name any client that their organisation owns (partner-clients
   * 2.3).
   */
  readonly client?: 'query' | 'body' | 'params';
  /**
   * The route is about all clients of a signed-in person and takes no client_id: the person acts
   * with the first assignment of an allowed role. It checks the allowlist of each client it shows.
   */
  readonly acrossClients?: true;
  /** People must name that client: their default assignment does not count (access 4.5). */
  readonly namedByPeople?: true;
  /** Internal roles must send client_id with a key too, and only the key's own (caller-requests 6.3). */
  readonly namedByStaff?: true;
  /**
   * Scopes that may request all clients of the environment with `scope=platform` (access 4.11);
   * other callers get 404.
   */
  readonly platform?: readonly Scope[];
  /** The part of the request with a project_id that must be visible to the caller. */
  readonly project?: 'query' | 'params';
  /** Audited with outcome `denied` when that project is out of scope. */
  readonly auditDenied?: AuditAction;
  /**
   * The response if the caller may not act for the client, audited as `denied` in one of the
   * caller's own tenants. Default: 404, not audited.
   */
  readonly deniedClient?: { readonly answer: CatalogueEntry; readonly action: AuditAction };
  readonly surface: Surface;
  /** When a break-glass session may call it; absent: never. */
  readonly duringBreakGlass?: DuringBreakGlass;
  /** Whether a role counts here although the sign-in did not come through the required connection (access 4.13). */
  readonly whileShutOut?: true;
  /** The error that replaces `dependency_unavailable`, in the guards and everything after them. */
  readonly unavailable?: CatalogueEntry;
  /** Errors beyond those of every route of this kind, for the published document. */
  readonly errors?: readonly CatalogueEntry[];
  /** For bodies larger than usual, or of another type. */
  readonly body?: BodyLimits;
  /**
   * Scopes that pass the guard only for the route to refuse them itself: their bodies are not read.
   */
  readonly unreadOf?: readonly Scope[];
  /** Internal routes stay out of the published OpenAPI document (requests 1.2). */
  readonly internal?: boolean;
}

export interface PublicAccess extends Repetition {
  readonly kind: 'public';
  readonly surface: Surface;
  /** Excluded from the published document: only a machine with its own document calls it. */
  readonly internal?: boolean;
  readonly errors?: readonly CatalogueEntry[];
  readonly body?: BodyLimits;
  /** Replaces the envelope of the surface on a route of a foreign protocol. */
  readonly errorForm?: ErrorForm;
  /** Whether a break-glass session may call it, for routes that use the session's cookie. */
  readonly duringBreakGlass?: 'from_sign_in';
  /** Why the route has no public limits (requests 8.13). */
  readonly withoutDoor?: string;
  /**
   * The single response, equal in bytes and in time, to every error of the caller (requests 8.11).
   * Its surface must not put anything into the envelope that differs between responses.
   */
  readonly onlyFailure?: CatalogueEntry;
  /** The only 429 of a route that reports nothing but malformed requests (requests 8.12). */
  readonly onlyRefusal?: { readonly message: string; readonly retryAfterSeconds: number };
}

/** For a person with a valid token who acts for no client and may have none (access 1.6). A key gets 404. */
export interface PersonalAccess extends Repetition {
  readonly kind: 'personal';
  readonly internal?: never;
  readonly surface: Surface;
  readonly errors?: readonly CatalogueEntry[];
}

export type AccessRule = ProtectedAccess | PersonalAccess | PublicAccess;
