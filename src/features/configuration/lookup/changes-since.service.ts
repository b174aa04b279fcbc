import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { EDITS_SINCE_ETAG, EDITS_SINCE_VERSION, MOST_EDITS } from './configurations.queries.js';
import { DEFAULT_ETAG, versionOfEtag } from '../rules/sections/effective-configuration.policy.js';
import { maySee } from '../rules/sections/section-access.policy.js';
import { SectionRegistry } from './section-registry.js';

interface EditRow {
  /** Null in the only row if nothing was edited since. */
  readonly section: string | null;
  /** Null for edits that were made before paths were recorded. */
  readonly changed_paths: readonly string[] | null;
  /** A rollback, or the finish of a staged release, may have replaced sections without an edit. */
  readonly is_replaced: boolean;
  /** Whether the etag belongs to a whole draft. */
  readonly is_of_draft: boolean;
}

/** Finds in the history of edits what has changed since an etag was read. */
@Injectable()
export class ChangesSince {
  constructor(private readonly registry: SectionRegistry) {}

  /**
   * @param etag any that was sent, of a section or of a draft
   * @param section the section for which it was sent; null for the whole draft
   * @returns JSON pointers that begin with the name of a section, only of those that this caller
   *   may see; null if the etag is unknown or the history is too short
   */
  async paths(
    auth: AuthContext,
    db: StoreReader,
    projectId: string,
    etag: string,
    section: string | null,
  ): Promise<string[] | null> {
    const version = etag === DEFAULT_ETAG ? 0 : versionOfEtag(etag);
    if (version !== null) return this.sinceVersion(auth, db, projectId, version, section);
    return this.told(auth, await db.query<EditRow>(EDITS_SINCE_ETAG, [projectId, etag]), section);
  }

  /**
   * The same since a version was published.
   * @param version its number; 0 for the state before the first one
   */
  async sinceVersion(
    auth: AuthContext,
    db: StoreReader,
    projectId: string,
    version: number,
    section: string | null,
  ): Promise<string[] | null> {
    const rows = await db.query<EditRow>(EDITS_SINCE_VERSION, [projectId, version]);
    return this.told(auth, rows, section);
  }

  private told(auth: AuthContext, rows: readonly EditRow[], section: string | null): string[] | null {
    // The statement returns at most MOST_EDITS rows, so there may be more.
    if (rows.length === 0 || rows.length === MOST_EDITS || rows[0]!.is_replaced) return null;
    const isWhole = section === null || rows[0]!.is_of_draft;
    const visible = new Set(this.registry.all.filter((it) => maySee(auth, it)).map(({ name }) => name));
    const edits = rows.filter(
      (row) => row.section !== null && visible.has(row.section) && (isWhole || row.section === section),
    );
    if (edits.some(({ changed_paths: paths }) => paths === null)) return null;
    return [...new Set(edits.flatMap(({ changed_paths: paths }) => paths ?? []))].toSorted();
  }
}
