import type { Scope } from './roles.js';

/** The data environments; the pair (client_id, data_env) is the tenant (access 4.1). */
export const DATA_ENVS = ['prod', 'staging', 'dev'] as const;
export type DataEnv = (typeof DATA_ENVS)[number];

/** The tenant half of an AuthContext: what both doors to data bind. */
export interface Tenant {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
}

export const tenantKey = ({ clientId, dataEnv }: Tenant): string => `${clientId}\n${dataEnv}`;

export interface ApiKeyPrincipal {
  readonly kind: 'api_key';
  /** Identifier of the key record, never the key. */
  readonly id: string;
  readonly description: string;
  /** The user id of the person responsible for the key, or the process that created it. */
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  /** The partner organisation that a key of a partner scope belongs to; null for other scopes. */
  readonly organisationId: string | null;
}

/** How a person proved who they are, by the claims of their token (access 2.10). */
export interface SignInProof {
  /** When the last proof was given; null if the identity provider does not say. */
  readonly authTime: Date | null;
  /** How it was given, such as `pwd` and `otp` (RFC 8176). */
  readonly amr: readonly string[];
  /** The client's own connection that identifies the person; null for all others. */
  readonly connectionId: string | null;
  /** The break-glass use through which the person is signed in. */
  readonly breakGlassId: string | null;
  /** The session of the portal; null for a token of the identity provider. */
  readonly sessionId: string | null;
}

/** For work on behalf of a person who is not signed in at this moment. */
export const UNPROVEN: SignInProof = {
  authTime: null,
  amr: [],
  connectionId: null,
  breakGlassId: null,
  sessionId: null,
};

interface BearerPrincipal extends SignInProof {
  readonly kind: 'bearer';
  readonly id: string;
  /** The partner organisation through which a partner role acts; null for every other role. */
  readonly organisationId: string | null;
}

/** Background work and operators' commands; `id` names the process, for the audit trail. */
interface SystemPrincipal {
  readonly kind: 'system';
  readonly id: string;
}

type Principal = ApiKeyPrincipal | BearerPrincipal | SystemPrincipal;

/**
 * The caller and the tenant of a request (access 1.4); the first argument of a service method.
 * Guards build it, and it never changes.
 */
export interface AuthContext extends Tenant {
  readonly scope: Scope | 'system';
  readonly principal: Principal;
}

/**
 * The person who signed in or is responsible for the key, or the process. Limits count by it,
 * because a person can create any number of keys.
 */
export const accountableId = ({ principal }: AuthContext): string =>
  principal.kind === 'api_key' ? principal.createdBy : principal.id;

/** The organisation through which a partner acts, by session or key; null for everyone else. */
export const organisationOf = ({ principal }: AuthContext): string | null =>
  principal.kind === 'system' ? null : principal.organisationId;

/** An AuthContext for work without a request: jobs, demo data, operators' commands. */
export function systemContext(tenant: Tenant, process: string): AuthContext {
  return {
    clientId: tenant.clientId,
    dataEnv: tenant.dataEnv,
    scope: 'system',
    principal: { kind: 'system', id: process },
  };
}
