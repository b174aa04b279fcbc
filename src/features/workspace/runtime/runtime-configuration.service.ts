import { Injectable } from '@nestjs/common';
import { tenantKey } from '../../../core/kernel/auth-context.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { notFound } from '../../../core/kernel/platform-error.js';
import { LookupCache } from '../../../core/lookups/lookup-cache.js';
import type { Found } from '../../../core/lookups/lookup-cache.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { namesEtag } from '../../../core/http/etag-headers.policy.js';
import { SealedSections } from '../configuration/sealed-sections.service.js';
import { runtimeEtag } from './runtime-etag.policy.js';
import {
  RUNTIME_CONFIGURATION,
  RUNTIME_STATE,
  RUNTIME_VERSION_CONFIGURATION,
  RUNTIME_VERSION_STATE,
} from './runtime.queries.js';
import type { RuntimeConfigurationResponse } from './runtime.response.js';
import { SecretValues } from './secret-values.service.js';
import type { SealedSecret } from './secret-values.service.js';
import { WORKSPACE_ACTIONS } from '../workspace.audit.js';

interface StateRow {
  display_name: string;
  timezone: string;
  version_number: number;
  content_hash: string;
  secret_names: string[];
  secret_versions: Record<string, number> | null;
}

interface ConfigurationRow {
  display_name: string;
  timezone: string;
  version_number: number;
  content_hash: string;
  published_at: Date;
  sections: Record<string, Record<string, unknown>>;
  secret_names: string[];
  secrets: SealedSecret[] | null;
}

// A change counts in every process within a second, as a revoked key does.
const MAX_AGE_MS = 800;
// The etag of a project that is in steady use is read behind a request.
const REFRESH_AFTER_MS = 500;
// Of some 300 bytes.
const MAX_ETAGS = 5000;

interface ServedConfiguration {
  readonly etag: string;
  /** Null when the runtime has it already. */
  readonly configuration: RuntimeConfigurationResponse | null;
}

/** Hands the published configuration to the voice runtime: the only place where secrets leave in clear. */
@Injectable()
export class RuntimeConfigurationService {
  private readonly etags: LookupCache<string>;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedSections,
    private readonly values: SecretValues,
    clock: Clock,
  ) {
    this.etags = new LookupCache(clock, {
      maxAgeMs: MAX_AGE_MS,
      refreshAfterMs: REFRESH_AFTER_MS,
      maxEntries: MAX_ETAGS,
    });
  }

  /**
   * The current version with its secrets. Where the runtime knows it already, no section is read and no secret opened.
   * @param ifNoneMatch the header
   * @param versionNumber in place of the current version, that one or the staged one
   * @throws 404 for a project that is archived or was never published, and for any other version; 503 when a secret does
   * not open
   */
  async current(
    auth: AuthContext,
    projectId: string,
    ifNoneMatch: string | undefined,
    versionNumber: number | undefined,
  ): Promise<ServedConfiguration> {
    // PostgreSQL cannot hold NUL in a text, so such an id belongs to no project.
    if (projectId.includes('\0')) throw notFound();
    if (ifNoneMatch !== undefined) {
      const etag = await this.etag(auth, projectId, versionNumber);
      if (namesEtag(ifNoneMatch, etag)) return { etag, configuration: null };
    }
    return this.whole(auth, projectId, versionNumber);
  }

  /** Right after each change that was made through this process, and otherwise as it was a second ago at most (workspace 7.2). */
  private async etag(
    auth: AuthContext,
    projectId: string,
    versionNumber: number | undefined,
  ): Promise<string> {
    const changes = this.metadata.endedTransactions(auth);
    const key = JSON.stringify([tenantKey(auth), projectId, versionNumber, changes]);
    const etag = await this.etags.find(key, () => this.readEtag(auth, projectId, versionNumber));
    if (etag === null) throw notFound();
    return etag;
  }

  private async readEtag(
    auth: AuthContext,
    projectId: string,
    versionNumber: number | undefined,
  ): Promise<Found<string> | null> {
    const [row] = await this.metadata.read(auth, (db) =>
      versionNumber === undefined
        ? db.query<StateRow>(RUNTIME_STATE, [projectId])
        : db.query<StateRow>(RUNTIME_VERSION_STATE, [projectId, versionNumber]),
    );
    if (!row) return null;
    const value = runtimeEtag({
      displayName: row.display_name,
      timezone: row.timezone,
      versionNumber: row.version_number,
      contentHash: row.content_hash,
      secretVersions: row.secret_versions ?? {},
    });
    return { value };
  }

  private async whole(
    auth: AuthContext,
    projectId: string,
    versionNumber: number | undefined,
  ): Promise<ServedConfiguration> {
    const [row] = await this.metadata.read(auth, (db) =>
      versionNumber === undefined
        ? db.query<ConfigurationRow>(RUNTIME_CONFIGURATION, [projectId])
        : db.query<ConfigurationRow>(RUNTIME_VERSION_CONFIGURATION, [projectId, versionNumber]),
    );
    if (!row) throw notFound();
    const sealed = row.secrets ?? [];
    const [sections, secrets] = await Promise.all([
      this.sealed.openVersion(auth, projectId, row.version_number, row.sections),
      this.values.openAll(auth, projectId, row.secret_names, sealed),
    ]);
    // Before anything is handed out: what is not audited is not read.
    await this.metadata.recordAudit(auth, {
      action: WORKSPACE_ACTIONS.configurationRead,
      outcome: 'success',
      metadata: {
        project_id: projectId,
        version_number: row.version_number,
        content_hash: row.content_hash,
        secrets: row.secret_names.length,
      },
    });
    const etag = runtimeEtag({
      displayName: row.display_name,
      timezone: row.timezone,
      versionNumber: row.version_number,
      contentHash: row.content_hash,
      secretVersions: Object.fromEntries(sealed.map(({ name, version }) => [name, version])),
    });
    return {
      etag,
      configuration: {
        project_id: projectId,
        display_name: row.display_name,
        timezone: row.timezone,
        version_number: row.version_number,
        content_hash: row.content_hash,
        published_at: row.published_at.toISOString(),
        sections,
        secrets,
      },
    };
  }
}
