import type { ApiKeyPrincipal, DataEnv, SignInProof, Tenant } from '../shared/auth-context.js';
import type { PortalRole, Scope } from '../shared/roles.js';

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by ApiKeyGuard or JwtGuard. */
    caller?: Caller;
  }
}

/** A tenant for which a signed-in person may act. */
export interface Assignment {
  readonly clientId: string;
  readonly role: PortalRole;
  readonly isDefault: boolean;
  /** The organisation a partner role acts through; null for every other role. */
  readonly organisationId: string | null;
  /** Networks from which the tenant may be used; empty: from everywhere. */
  readonly allowlist: readonly string[];
}

/** A client that one of a person's organisations owns. */
export type OwnedClient = Pick<Assignment, 'allowlist'> & { readonly organisationId: string };

export interface ApiKeyCaller {
  readonly kind: 'api_key';
  readonly tenant: Tenant;
  readonly scope: Scope;
  readonly principal: ApiKeyPrincipal;
  readonly allowlist: readonly string[];
}

export interface BearerCaller {
  readonly kind: 'bearer';
  readonly userId: string;
  readonly dataEnv: DataEnv;
  readonly proof: SignInProof;
  readonly assignments: readonly Assignment[];
  /**
   * Further assignments, which do not count: this sign-in did not come through the required
   * connection (access 4.13).
   */
  readonly shutOut: readonly Assignment[];
}

/** The owner of the credentials, before a tenant is chosen. */
export type Caller = ApiKeyCaller | BearerCaller;
