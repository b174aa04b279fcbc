import type { PiiKind } from '../../src/core/privacy/pii/pii-permission.policy.js';
import type { Tenant } from '../../src/core/shared/auth-context.js';
import type { Scope } from '../../src/core/shared/roles.js';

interface TestGovernance {
  readonly audioRetention?: 'enabled' | 'disabled' | 'unconfirmed';
  readonly secondaryReuse?: 'allowed' | 'denied' | null;
  readonly transcriptRetentionDays?: number | null;
}

interface TestProjectGovernance extends TestGovernance {
  readonly consentExpiresAfterDays?: number;
  /** The permitted kinds by role. */
  readonly piiPermissions?: Readonly<Partial<Record<Scope, readonly PiiKind[]>>>;
}

/** The rows that decide what a tenant shows about its callers and keeps of their calls. */
export abstract class PrivacyRows {
  /** Lets a role of the tenant see these kinds of personal data. */
  async permitPii(tenant: Tenant, role: Scope, ...kinds: PiiKind[]): Promise<void> {
    await this.sql(
      `INSERT INTO pii_policies (client_id, data_env, role, kind, allowed, updated_by)
       SELECT $1, $2, $3, kind, true, 'test' FROM unnest($4::text[]) AS kind
           ON CONFLICT (client_id, data_env, role, kind) DO UPDATE SET allowed = true`,
      [tenant.clientId, tenant.dataEnv, role, kinds],
    );
  }

  /** Lets an approved unlock of a call open these kinds to a role. */
  async unlockPii(tenant: Tenant, role: Scope, ...kinds: PiiKind[]): Promise<void> {
    await this.sql(
      `INSERT INTO pii_policies (client_id, data_env, role, kind, allowed, unlockable, updated_by)
       SELECT $1, $2, $3, kind, false, true, 'test' FROM unnest($4::text[]) AS kind
           ON CONFLICT (client_id, data_env, role, kind) DO UPDATE SET unlockable = true`,
      [tenant.clientId, tenant.dataEnv, role, kinds],
    );
  }

  /**
   * Sets whether the tenant shows summaries without personal data to callers without permission; a
   * new tenant does not.
   */
  async strictSummaries(tenant: Tenant, isStrict: boolean): Promise<void> {
    await this.sql(
      `INSERT INTO pii_settings (client_id, data_env, strict_summaries, updated_by) VALUES ($1, $2, $3, 'test')
           ON CONFLICT (client_id, data_env) DO UPDATE SET strict_summaries = excluded.strict_summaries`,
      [tenant.clientId, tenant.dataEnv, isStrict],
    );
  }

  /**
   * Sets the tenant's governance of recordings and transcripts; an omitted field is not allowed.
   */
  async governance(tenant: Tenant, governance: TestGovernance = {}): Promise<void> {
    const {
      audioRetention = 'unconfirmed',
      secondaryReuse = null,
      transcriptRetentionDays = null,
    } = governance;
    await this.sql(
      `INSERT INTO tenant_governance (client_id, data_env, audio_retention, secondary_reuse, transcript_retention_days, updated_by)
       VALUES ($1, $2, $3, $4, $5, 'test')
           ON CONFLICT (client_id, data_env) DO UPDATE SET audio_retention = excluded.audio_retention,
              secondary_reuse = excluded.secondary_reuse, transcript_retention_days = excluded.transcript_retention_days`,
      [tenant.clientId, tenant.dataEnv, audioRetention, secondaryReuse, transcriptRetentionDays],
    );
  }

  /** Publishes the project's governance; omitted fields are left to the tenant. */
  async projectGovernance(
    tenant: Tenant,
    projectId: string,
    governance: TestProjectGovernance = {},
  ): Promise<void> {
    await this.sql(
      `INSERT INTO project_governance (client_id, data_env, project_id, version_number, audio_retention, secondary_reuse,
              transcript_retention_days, consent_expires_after_days, pii_permissions)
       VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8)
           ON CONFLICT (client_id, data_env, project_id) DO UPDATE SET audio_retention = excluded.audio_retention,
              secondary_reuse = excluded.secondary_reuse, pii_permissions = excluded.pii_permissions,
              transcript_retention_days = excluded.transcript_retention_days,
              consent_expires_after_days = excluded.consent_expires_after_days`,
      [
        tenant.clientId,
        tenant.dataEnv,
        projectId,
        governance.audioRetention ?? null,
        governance.secondaryReuse ?? null,
        governance.transcriptRetentionDays ?? null,
        governance.consentExpiresAfterDays ?? null,
        governance.piiPermissions ? JSON.stringify(governance.piiPermissions) : null,
      ],
    );
  }

  /** Sets the voice runtime's report of the project's compliance settings. */
  async compliance(
    tenant: Tenant,
    projectId: string,
    projection: 'confirmed' | 'pending' | 'failed',
  ): Promise<void> {
    await this.sql(
      `INSERT INTO project_compliance (client_id, data_env, project_id, projection, updated_by)
       VALUES ($1, $2, $3, $4, 'test')
           ON CONFLICT (client_id, data_env, project_id) DO UPDATE SET projection = excluded.projection`,
      [tenant.clientId, tenant.dataEnv, projectId, projection],
    );
  }

  /** Runs any statement on the metadata store, as a superuser. */
  abstract sql<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
}
