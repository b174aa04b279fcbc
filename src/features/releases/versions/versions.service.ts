import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { effectiveConfigurations } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { SealedSections } from '../../configuration/lookup/sealed-sections.service.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { visibleParts } from '../../configuration/rules/sections/section-access.policy.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import type { CompareRequest, VersionListRequest } from '../publish/releases.request.js';
import type {
  ComparisonResponse,
  VersionDetailResponse,
  VersionListResponse,
} from '../publish/releases.response.js';
import { compareSections } from '../../configuration/rules/version-diff.policy.js';
import { versionRecord, type VersionRow } from '../publish/version-record.js';
import { VERSION, VERSIONS_PAGE } from '../publish/versions.queries.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

type Sections = Record<string, Record<string, unknown>>;
type PageRow = { readonly total: number } & (VersionRow | { readonly version_number: null });

const NUMBER = /^[1-9][0-9]{0,9}$/;

/** Shows and compares the versions of a project's configuration. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly sealed: SealedSections,
  ) {}

  /** Newest first. */
  async list(
    auth: AuthContext,
    projectId: string,
    { page, page_size: pageSize }: VersionListRequest,
  ): Promise<VersionListResponse> {
    const rows = await this.metadata.read(auth, (db) =>
      db.query<PageRow>(VERSIONS_PAGE, [projectId, pageSize, rowsBefore(page, pageSize)]),
    );
    const versions = rows.filter((row): row is PageRow & VersionRow => row.version_number !== null);
    return {
      items: versions.map(versionRecord),
      pagination: paginationOf(page, pageSize, rows[0]?.total ?? 0),
    };
  }

  /** Includes the sections that this caller may see. @throws 404 for an unknown version */
  async show(auth: AuthContext, projectId: string, versionNumber: string): Promise<VersionDetailResponse> {
    const row = await this.find(auth, projectId, versionNumber);
    return { ...versionRecord(row), sections: visibleParts(auth, this.registry.all, row.sections) };
  }

  /**
   * The changes between two versions, or between one and the draft as it would be published
   * (`draft`), in the sections that this caller may see.
   * @throws 404 for an unknown version
   */
  async compare(
    auth: AuthContext,
    projectId: string,
    { from, to }: CompareRequest,
  ): Promise<ComparisonResponse> {
    const [before, after] = [
      await this.sectionsOf(auth, projectId, from),
      await this.sectionsOf(auth, projectId, to),
    ];
    const { all } = this.registry;
    const changes = compareSections(visibleParts(auth, all, before), visibleParts(auth, all, after));
    return { from, to, changes };
  }

  private async sectionsOf(auth: AuthContext, projectId: string, side: string): Promise<Sections> {
    if (side !== 'draft') return (await this.find(auth, projectId, side)).sections;
    const state = await this.configurations.load(auth, projectId);
    return effectiveConfigurations(this.registry.all, state);
  }

  private async find(
    auth: AuthContext,
    projectId: string,
    versionNumber: string,
  ): Promise<VersionRow & { sections: Sections }> {
    if (!NUMBER.test(versionNumber) || Number(versionNumber) > MAX_INTEGER) throw notFound();
    const [row] = await this.metadata.read(auth, (db) =>
      db.query<VersionRow & { sections: Sections }>(VERSION, [projectId, Number(versionNumber)]),
    );
    if (!row) throw notFound();
    return {
      ...row,
      sections: await this.sealed.openVersion(auth, projectId, row.version_number, row.sections),
    };
  }
}
