import type { DataEnv } from '#app/core/shared/auth-context.js';
import type { PortalRole, Scope } from '#app/core/shared/roles.js';

/** A (client, data environment) pair and the store that holds its calls. */
export interface DemoTenant {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  /** A key of the TENANT_STORES setting. */
  readonly storeId: string;
}

export interface DemoProject {
  readonly projectId: string;
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly displayName: string;
  /** IANA zone. */
  readonly timezone: string;
  readonly lifecycleState: 'setup' | 'active' | 'archived';
  readonly callerMixEnabled: boolean;
  /** Decimal text, in the currency. */
  readonly ratePerMinute: string;
  readonly currency: string;
}

export interface DemoUser {
  /** Fixed, so that seeding twice finds the same row. */
  readonly userId: string;
  readonly email: string;
  /** The `sub` claim of the user's tokens. */
  readonly subject: string;
  readonly displayName: string;
  /** The `data_env` claim of the user's tokens, and the environment of every assignment. */
  readonly dataEnv: DataEnv;
  readonly role: PortalRole;
  /** Membership of a partner organisation; null for everyone but partner roles. */
  readonly organisationId: string | null;
  readonly assignments: readonly { readonly clientId: string; readonly isDefault: boolean }[];
  /** For partner users only. */
  readonly projectAssignments: readonly {
    readonly clientId: string;
    readonly projectId: string;
    readonly roleVisibility: 'read';
  }[];
}

export interface DemoApiKey {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly scope: Scope;
  readonly description: string;
}

/** A key that a person has created and that expires soon. Its text is not stored. */
export interface DemoEndingKey extends DemoApiKey {
  readonly createdBy: string;
  /** Days from the start that creates it until it expires. */
  readonly days: number;
}

/** An API key with its text, as in demo.json. */
export interface DemoApiKeySecret {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly scope: Scope;
  readonly key: string;
}
