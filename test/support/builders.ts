import { createSecretKey, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { Settings } from '../../src/config/settings.js';
import { generateApiKey, hashApiKey, parseApiKey } from '../../src/core/auth/api-keys/api-key.format.js';
import type { DataEnv } from '../../src/core/shared/auth-context.js';
import type { TestDatabases } from './databases.js';
import { PrivacyRows } from './privacy-rows.js';
import { bearerToken } from './tokens.js';
import type { PortalRole, Scope } from '../../src/core/shared/roles.js';

let counter = 0;
const next = (prefix: string): string => `${prefix}-${(counter += 1)}`;

export interface TestTenant {
  readonly clientId: string;
  readonly dataEnv: DataEnv;
}

interface ProjectOptions {
  readonly projectId?: string;
  readonly callerMixEnabled?: boolean;
  readonly lifecycleState?: string;
}

interface KeyOptions {
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
  readonly createdAt?: Date;
  /** A new creator if none is named. */
  readonly createdBy?: string;
  /**
   * For partner scopes: an organisation that owns the client, found or created if none is named; or
   * null.
   */
  readonly organisationId?: string | null;
}

interface UserOptions {
  readonly role: PortalRole;
  readonly isDefault?: boolean;
  readonly active?: boolean;
  /** For partner roles: an organisation that owns the client, created if none is named; or null. */
  readonly organisationId?: string | null;
}

export interface TestUser {
  readonly userId: string;
  readonly subject: string;
  /** A new token for this person. */
  token(dataEnv?: string): string;
}

/**
 * Writes the rows that tests start from directly into the databases. Names are unique within the
 * process.
 */
export class World extends PrivacyRows {
  private readonly pool: Pool;

  constructor(
    databases: TestDatabases,
    private readonly settings: Settings,
  ) {
    super();
    this.pool = new Pool({
      connectionString: databases.superuser.metadataUrl,
      max: 1,
      allowExitOnIdle: true,
    });
    this.pool.on('error', () => undefined);
  }

  /** A client with a route to a store. */
  async aTenant(options: Partial<TestTenant> & { storeId?: string | null } = {}): Promise<TestTenant> {
    const { clientId = next('client'), dataEnv = 'prod', storeId = 'store-a' } = options;
    await this.pool.query(
      `INSERT INTO clients (client_id, business_name, timezone) VALUES ($1, $2, 'Australia/Sydney') ON CONFLICT DO NOTHING`,
      [clientId, `Business of ${clientId}`],
    );
    if (storeId !== null) {
      const route = [clientId, dataEnv, storeId];
      await this.sql(`INSERT INTO tenant_routes (client_id, data_env, store_id) VALUES ($1, $2, $3)`, route);
    }
    return { clientId, dataEnv };
  }

  /** Creates a project of the tenant, and returns its id. */
  async aProject(tenant: TestTenant, options: ProjectOptions = {}): Promise<string> {
    const { projectId = next('project'), callerMixEnabled = true, lifecycleState = 'active' } = options;
    await this.pool.query(
      `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state, caller_mix_enabled)
       VALUES ($1, $2, $3, $3, 'Australia/Sydney', $4, $5)`,
      [tenant.clientId, tenant.dataEnv, projectId, lifecycleState, callerMixEnabled],
    );
    return projectId;
  }

  async archive(projectId: string): Promise<void> {
    await this.sql(`UPDATE projects SET lifecycle_state = 'archived' WHERE project_id = $1`, [projectId]);
  }

  /** Creates an API key, and returns its text. */
  async aKey(tenant: TestTenant, scope: Scope, options: KeyOptions = {}): Promise<string> {
    const text = generateApiKey(tenant.dataEnv);
    const { organisationId = scope.startsWith('partner_') ? await this.anOwner(tenant) : null } = options;
    await this.pool.query(
      `INSERT INTO api_keys (client_id, data_env, scope, key_prefix, secret_hash, last_four, description, expires_at,
                             revoked_at, created_by, organisation_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'test key', $7, $8, $9, $10, coalesce($11, now()))`,
      [
        tenant.clientId,
        tenant.dataEnv,
        scope,
        parseApiKey(text)!.keyPrefix,
        hashApiKey(createSecretKey(this.settings.apiKeys.pepper), text),
        text.slice(-4),
        options.expiresAt ?? null,
        options.revokedAt ?? null,
        options.createdBy ?? next('maker'),
        organisationId,
        options.createdAt ?? null,
      ],
    );
    return text;
  }

  /** An organisation that owns the client; created if there is none. */
  private async anOwner({ clientId }: TestTenant): Promise<string> {
    const [owner] = await this.sql<{ organisation_id: string }>(
      `SELECT w.organisation_id FROM partner_client_ownerships w
         JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
        WHERE w.client_id = $1 AND w.active ORDER BY w.organisation_id`,
      [clientId],
    );
    return owner?.organisation_id ?? this.anOrganisation(clientId);
  }

  /** Creates a partner organisation that owns the client, and returns its id. */
  async anOrganisation(clientId: string, organisationId = next('organisation')): Promise<string> {
    await this.pool.query(
      `INSERT INTO partner_organisations (organisation_id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING`,
      [organisationId],
    );
    await this.pool.query(
      `INSERT INTO partner_client_ownerships (organisation_id, client_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [organisationId, clientId],
    );
    return organisationId;
  }

  /** A person without any assignment. */
  async aPerson(): Promise<TestUser> {
    const userId = randomUUID();
    const subject = next('subject');
    const person = [userId, subject];
    await this.sql(`INSERT INTO portal_users (user_id, subject, display_name) VALUES ($1, $2, $2)`, person);
    return {
      userId,
      subject,
      token: (dataEnv) => bearerToken(subject, dataEnv === undefined ? {} : { dataEnv }),
    };
  }

  /** A person with one role for one tenant. */
  async aUser(tenant: TestTenant, options: UserOptions): Promise<TestUser> {
    const user = await this.aPerson();
    await this.assign(user, tenant, options);
    return user;
  }

  async assign(user: TestUser, tenant: TestTenant, options: UserOptions): Promise<void> {
    const { role, isDefault = false, active = true } = options;
    const organisationId = role.startsWith('partner_')
      ? options.organisationId === undefined
        ? next('organisation')
        : options.organisationId
      : null;
    if (organisationId !== null) await this.join(user, tenant, organisationId);
    await this.pool.query(
      `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, is_default, active, organisation_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [user.userId, tenant.clientId, tenant.dataEnv, role, isDefault, active, organisationId],
    );
  }

  /** Makes the person a member of an organisation that owns the client. */
  async join(user: TestUser, tenant: TestTenant, organisationId: string): Promise<void> {
    await this.anOrganisation(tenant.clientId, organisationId);
    await this.pool.query(
      `INSERT INTO partner_organisation_members (organisation_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [organisationId, user.userId],
    );
  }

  async assignProject(user: TestUser, tenant: TestTenant, projectId: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO project_assignments (client_id, data_env, project_id, member_id, role_visibility)
       VALUES ($1, $2, $3, $4, 'read')`,
      [tenant.clientId, tenant.dataEnv, projectId, user.userId],
    );
  }

  async sql<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.pool.query<R>(text, values)).rows;
  }
}

/** A call as the voice runtime posts it; valid unchanged. */
export function aCall(projectId: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    call_id: next('call'),
    revision: 1,
    project_id: projectId,
    direction: 'inbound',
    channel: 'phone',
    call_status: 'completed',
    started_at_utc: '2026-10-10T01:00:00.000Z',
    ended_at_utc: '2026-10-10T01:02:00.000Z',
    duration_seconds: 120,
    ...fields,
  };
}
