import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { DialledNumbers } from '../../dialling/numbers/dialled-numbers.service.js';
import { VerifiedAddresses } from '../../email-routing/lookup/verified-addresses.service.js';
import type { ConfigurationState, SavedSection } from '../rules/configuration-state.js';
import { draftSealContext } from '../rules/sections/seal-contexts.js';
import { SealedSections } from './sealed-sections.service.js';
import { LOCK_PROJECT, PROJECT_CONFIGURATION } from './configurations.queries.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';

type Json = Readonly<Record<string, unknown>>;

interface Row {
  project_id: string;
  display_name: string;
  timezone: string;
  lifecycle_state: 'setup' | 'active' | 'archived';
  revision: number;
  latest_published_version: number | null;
  draft_etag: string | null;
  base_version_number: number | null;
  edit_count: number;
  draft_updated_at: Date;
  draft_updated_by: string;
  draft_sections: Record<
    string,
    { configuration: Json; etag: string; updated_at: string; updated_by: string }
  > | null;
  discarded_edit_count: number | null;
  discarded_updated_at: Date;
  discarded_part_versions: Record<string, number>;
  version_number: number | null;
  published_sections: Record<string, Json>;
  content_hash: string;
  published_at: Date;
  published_by: string;
  secret_names: string[];
}

/** Reads a project's configuration: draft, newest version, names of secrets. */
@Injectable()
export class ProjectConfigurations {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedSections,
    private readonly numbers: DialledNumbers,
    private readonly addresses: VerifiedAddresses,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for an unknown project */
  load(auth: AuthContext, projectId: string): Promise<ConfigurationState> {
    return this.metadata.read(auth, (db) => this.read(auth, db, projectId));
  }

  /**
   * The same for a preview of a change.
   * @throws 404, 409 project_archived
   */
  async loadForEdit(auth: AuthContext, projectId: string): Promise<ConfigurationState> {
    return unlessArchived(await this.load(auth, projectId));
  }

  /** The same inside a transaction, without a lock. @throws 404 for an unknown project */
  async read(auth: AuthContext, db: StoreReader, projectId: string): Promise<ConfigurationState> {
    const [[row], judgeNumber, isVerified] = await Promise.all([
      db.query<Row>(PROJECT_CONFIGURATION, [projectId]),
      this.numbers.judgeIn(db),
      this.addresses.in(db),
    ]);
    if (!row) throw notFound();
    return stateOf(await this.opened(auth, row), { judgeNumber, isVerified }, this.clock.now());
  }

  /**
   * The same, locked: until the transaction ends, no other request changes the project's
   * configuration or lifecycle.
   * @throws 404 for an unknown project
   */
  async lock(auth: AuthContext, tx: UnitOfWork, projectId: string): Promise<ConfigurationState> {
    // Two statements: the second one sees what was committed while the first one waited.
    await tx.query(LOCK_PROJECT, [projectId]);
    return this.read(auth, tx, projectId);
  }

  /**
   * The same for a change that is not permitted in an archived project.
   * @throws 404, 409 project_archived
   */
  async lockForEdit(auth: AuthContext, tx: UnitOfWork, projectId: string): Promise<ConfigurationState> {
    return unlessArchived(await this.lock(auth, tx, projectId));
  }

  /**
   * A change of a project's configuration: one transaction, serialised with all other changes.
   * @throws 404, 409 project_archived, 503 if too many others are waiting, and any error of the
   *   work
   */
  async edit<T>(
    auth: AuthContext,
    projectId: string,
    work: (tx: UnitOfWork, state: ConfigurationState) => Promise<T>,
  ): Promise<T> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(
      auth,
      async (tx) => work(tx, await this.lockForEdit(auth, tx, projectId)),
      { serializeBy: `project ${projectId}` },
    );
  }

  /**
   * The same row with its sealed values opened.
   * @throws 503 if one cannot be opened, or without the tenant's key
   */
  private async opened(auth: AuthContext, row: Row): Promise<Row> {
    const { project_id: projectId, version_number: versionNumber } = row;
    const drafted = Object.entries(row.draft_sections ?? {}).map(async ([name, saved]) => {
      const place = draftSealContext(auth, projectId, name);
      return [
        name,
        { ...saved, configuration: await this.sealed.open(auth, place, saved.configuration) },
      ] as const;
    });
    return {
      ...row,
      draft_sections: Object.fromEntries(await Promise.all(drafted)),
      ...(versionNumber !== null && {
        published_sections: await this.sealed.openVersion(
          auth,
          projectId,
          versionNumber,
          row.published_sections,
        ),
      }),
    };
  }
}

function unlessArchived(state: ConfigurationState): ConfigurationState {
  if (state.project.lifecycleState === 'archived') throw new PlatformError(PROJECT_ERRORS.archived);
  return state;
}

function stateOf(
  row: Row,
  rules: Pick<ConfigurationState, 'judgeNumber' | 'isVerified'>,
  readAt: Date,
): ConfigurationState {
  return {
    readAt,
    project: {
      projectId: row.project_id,
      displayName: row.display_name,
      timezone: row.timezone,
      lifecycleState: row.lifecycle_state,
      revision: row.revision,
      latestPublishedVersion: row.latest_published_version,
    },
    draft: row.draft_etag === null ? null : draftOf(row, row.draft_etag),
    discarded: row.discarded_edit_count === null ? null : discardedOf(row, row.discarded_edit_count),
    published: row.version_number === null ? null : publishedOf(row, row.version_number),
    secretNames: new Set(row.secret_names),
    ...rules,
  };
}

const draftOf = (row: Row, etag: string): NonNullable<ConfigurationState['draft']> => ({
  etag,
  baseVersionNumber: row.base_version_number,
  editCount: row.edit_count,
  updatedAt: row.draft_updated_at,
  updatedBy: row.draft_updated_by,
  sections: Object.fromEntries(
    Object.entries(row.draft_sections ?? {}).map(([name, saved]): [string, SavedSection] => [
      name,
      {
        configuration: saved.configuration,
        etag: saved.etag,
        updatedAt: new Date(saved.updated_at),
        updatedBy: saved.updated_by,
      },
    ]),
  ),
});

const discardedOf = (row: Row, editCount: number): NonNullable<ConfigurationState['discarded']> => ({
  editCount,
  updatedAt: row.discarded_updated_at,
  partVersions: row.discarded_part_versions,
});

const publishedOf = (row: Row, versionNumber: number): NonNullable<ConfigurationState['published']> => ({
  versionNumber,
  sections: row.published_sections,
  contentHash: row.content_hash,
  publishedAt: row.published_at,
  publishedBy: row.published_by,
});
