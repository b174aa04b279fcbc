import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { KNOWN_VERSIONS, STAGED_TIMES } from './staged-releases.queries.js';

/** A time in which calls of a project used two versions at once. */
export interface StagedTime {
  readonly staged: number;
  /** The version that all other calls used. */
  readonly published: number;
  readonly from: Date;
  /** Null while it is active. */
  readonly to: Date | null;
  /** Whether callers were selected at random by share; otherwise by number. */
  readonly isDrawn: boolean;
}

interface Row {
  readonly staged: number;
  readonly published: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly is_drawn: boolean;
}

/** Knows which versions a project has, and when two were live at once. */
@Injectable()
export class StagedTimes {
  constructor(private readonly metadata: MetadataStore) {}

  /** Whether the project has all of these versions, including staged and withdrawn ones. */
  async areKnown(auth: AuthContext, projectId: string, versions: readonly number[]): Promise<boolean> {
    const known = await this.metadata.read(auth, (db) => db.query(KNOWN_VERSIONS, [projectId, versions]));
    return known.length === new Set(versions).size;
  }

  /** The times of all staged releases of a project. */
  async of(auth: AuthContext, projectId: string): Promise<StagedTime[]> {
    const rows = await this.metadata.read(auth, (db) => db.query<Row>(STAGED_TIMES, [projectId]));
    return rows.map((row) => ({
      staged: row.staged,
      published: row.published,
      from: row.started_at,
      to: row.ended_at,
      isDrawn: row.is_drawn,
    }));
  }
}
