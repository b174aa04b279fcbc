import { Injectable } from '@nestjs/common';
import { success } from '../../../core/shared/audit-event.js';
import { tenantKey, type AuthContext } from '../../../core/shared/auth-context.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { LookupCache } from '../../../core/database/lookup-cache.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { namesEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { SealedSections } from '../../configuration/lookup/sealed-sections.service.js';
import { runtimeEtag } from '../rules/runtime.policy.js';
import {
  RUNTIME_CONFIGURATION,
  RUNTIME_STATE,
  RUNTIME_VERSION_CONFIGURATION,
  RUNTIME_VERSION_STATE,
} from '../lookup/runtime.queries.js';
import type { RuntimeConfigurationResponse } from '../rules/runtime.response.js';
import { SecretValues, type SealedSecret } from '../lookup/secret-values.service.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';

interface StateRow {
  display_name: string;
  timezone: string;
  version_number: number;
  content_hash: string;
  secret_names: string[];
  secret_versions: Record<string, number> | null;
}

interface ConfigurationRow extends Omit<StateRow, 'secret_versions'> {
  published_at: Date;
  sections: Record<string, Record<string, unknown>>;
  secrets: SealedSecret[] | null;
}

interface Asked {
  readonly auth: AuthContext;
  readonly projectId: string;
  /** The number of the published or staged version to return; absent: the current version. */
  readonly versionNumber: number | undefined;
}

// A change takes effect in every process within a second, like a revoked key; values in steady use
// are refreshed in the background.
const FRESH = { maxAgeMs: 800, refreshAfterMs: 500 };
// Each takes some 500 bytes.
const MAX_STATES = 5000;
// Each takes 10 to 300 KiB, as stored: sealed parts stay sealed.
const MAX_CONFIGURATIONS = 50;

interface ServedConfiguration {
  readonly etag: string;
  /** Null when the runtime already has it. */
  readonly configuration: RuntimeConfigurationResponse | null;
}

/** Gives the runtime the published configuration: the only place with plain-text secrets. */
@Injectable()
export class RuntimeConfigurationService {
  private readonly states: LookupCache<StateRow>;
  private readonly configurations: LookupCache<ConfigurationRow>;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedSections,
    private readonly values: SecretValues,
    clock: Clock,
  ) {
    this.states = new LookupCache(clock, { ...FRESH, maxEntries: MAX_STATES });
    this.configurations = new LookupCache(clock, { ...FRESH, maxEntries: MAX_CONFIGURATIONS });
  }

  /**
   * The current version with its secrets. If the runtime already has it, no section is read and no
   * secret opened.
   * @param ifNoneMatch the header
   * @param versionNumber instead of the current version, the published or the staged one with this
   *   number
   * @throws 404 for a project that is archived or was never published, and for any other version;
   *   503 if a secret cannot be opened
   */
  async current(
    auth: AuthContext,
    projectId: string,
    ifNoneMatch: string | undefined,
    versionNumber: number | undefined,
  ): Promise<ServedConfiguration> {
    // PostgreSQL cannot store NUL in a text, so such an id belongs to no project.
    if (projectId.includes('\0')) throw notFound();
    const asked = { auth, projectId, versionNumber };
    if (ifNoneMatch !== undefined) {
      const etag = await this.etag(asked);
      if (namesEtag(ifNoneMatch, etag)) return { etag, configuration: null };
    }
    return this.whole(asked);
  }

  private async etag(asked: Asked): Promise<string> {
    const row = await this.read(this.states, asked, RUNTIME_STATE, RUNTIME_VERSION_STATE);
    return runtimeEtag({
      displayName: row.display_name,
      timezone: row.timezone,
      versionNumber: row.version_number,
      contentHash: row.content_hash,
      secretVersions: row.secret_versions ?? {},
    });
  }

  /**
   * Up to date with every change that this process has acknowledged, and otherwise at most a second
   * old (workspace 7.2).
   * @throws 404
   */
  private async read<R extends object>(
    remembered: LookupCache<R>,
    { auth, projectId, versionNumber }: Asked,
    current: NamedQuery,
    named: NamedQuery,
  ): Promise<R> {
    const changes = this.metadata.answeredChanges(auth);
    const key = JSON.stringify([tenantKey(auth), projectId, versionNumber, changes]);
    const row = await remembered.find(key, async () => {
      const [found] = await this.metadata.read(auth, (db) =>
        versionNumber === undefined
          ? db.query<R>(current, [projectId])
          : db.query<R>(named, [projectId, versionNumber]),
      );
      return found ? { value: found } : null;
    });
    if (row === null) throw notFound();
    return row;
  }

  private async whole(asked: Asked): Promise<ServedConfiguration> {
    const { auth, projectId } = asked;
    const row = await this.read(
      this.configurations,
      asked,
      RUNTIME_CONFIGURATION,
      RUNTIME_VERSION_CONFIGURATION,
    );
    const sealed = row.secrets ?? [];
    const [sections, secrets] = await Promise.all([
      this.sealed.openVersion(auth, projectId, row.version_number, row.sections),
      this.values.openAll(auth, projectId, row.secret_names, sealed),
    ]);
    // The audit row comes first, so that nothing is read without one.
    await this.metadata.recordAudit(
      auth,
      success(WORKSPACE_ACTIONS.configurationRead, {
        project_id: projectId,
        version_number: row.version_number,
        content_hash: row.content_hash,
        secrets: row.secret_names.length,
      }),
    );
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
