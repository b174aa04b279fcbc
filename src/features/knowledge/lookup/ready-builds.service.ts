import { Injectable } from '@nestjs/common';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { FIND_READY_BUILD, NAME_READY_BUILD } from './ready-builds.queries.js';

/**
 * Tells releases which builds a version may name, and keeps those that a version names (knowledge
 * section 7).
 */
@Injectable()
export class ReadyBuilds {
  async has(db: StoreReader, projectId: string, buildId: string): Promise<boolean> {
    return (await db.query(FIND_READY_BUILD, [projectId, buildId])).length > 0;
  }

  /** @returns false if the build was deleted meanwhile */
  async keep(tx: UnitOfWork, projectId: string, buildId: string): Promise<boolean> {
    return (await tx.query(NAME_READY_BUILD, [projectId, buildId])).length > 0;
  }
}
