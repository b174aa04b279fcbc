import type { Settings } from '#app/config/settings.js';
import type { DataEnv, PortalRole, Scope } from '#app/core/auth/auth-context.js';
import type { PiiKind } from '#app/core/privacy/pii-permission.policy.js';

/** A partner organisation and the clients it owns. */
export interface DemoOrganisation {
  readonly organisationId: string;
  readonly name: string;
  readonly clientIds: readonly string[];
}

export interface DemoClient {
  readonly clientId: string;
  readonly businessName: string;
  /** IANA zone. */
  readonly timezone: string;
}

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

/** Row of portal_user_client_assignments; the environment is the user's and the role too. */
interface DemoClientAssignment {
  readonly clientId: string;
  readonly isDefault: boolean;
}

/** Row of project_assignments, for partner users only. */
export interface DemoProjectAssignment {
  readonly clientId: string;
  readonly projectId: string;
  readonly roleVisibility: 'read' | 'manage';
}

export interface DemoUser {
  /** Fixed, so that seeding twice meets the same row. */
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
  readonly assignments: readonly DemoClientAssignment[];
  readonly projectAssignments: readonly DemoProjectAssignment[];
}

export interface DemoApiKey {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly scope: Scope;
  readonly description: string;
}

/** A role that a tenant lets see one kind of personal data. */
export interface DemoPiiPolicy {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly role: Scope;
  readonly kind: PiiKind;
}

/** Whether a tenant shows summaries without personal data to those who have no permission. */
export interface DemoPiiSettings {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly strictSummaries: boolean;
}

/** What a tenant allows to be done with its recordings and transcripts. */
export interface DemoGovernance {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly audioRetention: 'enabled' | 'disabled' | 'unconfirmed';
  readonly secondaryReuse: 'allowed' | 'denied' | null;
  readonly transcriptRetentionDays: number | null;
}

/** Whether the voice runtime works by a project's compliance settings. */
export interface DemoCompliance {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly projectId: string;
  readonly projection: 'confirmed' | 'pending' | 'failed';
}

/** Everyone and everything of the demo data that does not depend on chance or on the day. */
export interface DemoCast {
  readonly organisations: readonly DemoOrganisation[];
  readonly clients: readonly DemoClient[];
  readonly tenants: readonly DemoTenant[];
  readonly projects: readonly DemoProject[];
  readonly users: readonly DemoUser[];
  readonly apiKeys: readonly DemoApiKey[];
  readonly piiPolicies: readonly DemoPiiPolicy[];
  readonly piiSettings: readonly DemoPiiSettings[];
  readonly governance: readonly DemoGovernance[];
  readonly compliance: readonly DemoCompliance[];
}

/** What seeding needs; it runs at every start and leaves what is already there alone. */
export interface DemoSeedInput {
  readonly settings: Settings;
  readonly cast: DemoCast;
  /** File (mode 0600) in which the texts of the API keys outlive the process; seeding alone writes it. */
  readonly apiKeySecretsFile: string;
  readonly log: (message: string) => void;
  /** The end of the calls' history. */
  readonly now: Date;
}

/** An API key with its text, as demo.json repeats it. */
export interface DemoApiKeySecret {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
  readonly scope: Scope;
  readonly key: string;
}

export interface DemoDescription {
  readonly apiKeys: readonly DemoApiKeySecret[];
}
