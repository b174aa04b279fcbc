import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { HOLD_SOURCE, SOURCE, SOURCES, type SourceRow } from './sources.queries.js';

/** Finds the sources of a project, and decides whether they may be changed. */
@Injectable()
export class SourceAccess {
  constructor(
    private readonly stores: TenantStores,
    private readonly projects: ProjectFacts,
  ) {}

  /** @throws 503 */
  list(auth: AuthContext, projectId: string): Promise<SourceRow[]> {
    return this.stores.read<SourceRow>(auth, { ...SOURCES, values: [projectId] });
  }

  /** @throws 404, 503 */
  async find(auth: AuthContext, projectId: string, sourceId: string): Promise<SourceRow> {
    if (!isGivenId(sourceId)) throw notFound();
    const [row] = await this.stores.read<SourceRow>(auth, { ...SOURCE, values: [projectId, sourceId] });
    if (!row) throw notFound();
    return row;
  }

  /** The source, locked until the transaction ends. @throws 404 */
  async hold(tx: StoreReader, projectId: string, sourceId: string): Promise<SourceRow> {
    if (!isGivenId(sourceId)) throw notFound();
    const [row] = await tx.query<SourceRow>(HOLD_SOURCE, [projectId, sourceId]);
    if (!row) throw notFound();
    return row;
  }

  /** @throws 409 for an archived project */
  async requireActive(auth: AuthContext, projectId: string): Promise<void> {
    if (await this.projects.isArchived(auth, projectId)) throw new PlatformError(PROJECT_ERRORS.archived);
  }
}
