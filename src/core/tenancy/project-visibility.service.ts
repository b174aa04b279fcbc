import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../auth/auth-context.js';
import { HotReads } from '../metadata/hot-reads.js';

// One statement for every role, so that a foreign project costs what an absent one costs.
const PROJECT_VISIBLE = {
  name: 'project_visible',
  text: `
    SELECT NOT $4::boolean OR EXISTS (
             SELECT 1 FROM project_assignments a
              WHERE a.client_id = p.client_id AND a.data_env = p.data_env AND a.project_id = p.project_id
                AND a.member_id = $5::uuid AND a.active) AS visible
      FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`,
};

const ASSIGNED_PROJECTS = {
  name: 'assigned_projects',
  text: `
    SELECT a.project_id FROM project_assignments a
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.member_id = $3::uuid AND a.active`,
};

/** Every project of the tenant, or just the listed ones. */
export type VisibleProjects = 'all' | readonly string[];

/**
 * Which projects of a tenant a caller sees: a signed-in partner_user those assigned to that person, everyone
 * else all of them. A partner_admin's ownership of the client was settled when the tenant was chosen.
 */
@Injectable()
export class ProjectVisibility {
  constructor(private readonly reads: HotReads) {}

  async isVisible(auth: AuthContext, projectId: string): Promise<boolean> {
    const member = this.limitedMember(auth);
    const rows = await this.reads.query<{ visible: boolean }>(PROJECT_VISIBLE, [
      auth.clientId,
      auth.dataEnv,
      projectId,
      member !== null,
      member,
    ]);
    return rows[0]?.visible ?? false;
  }

  async visibleProjects(auth: AuthContext): Promise<VisibleProjects> {
    const member = this.limitedMember(auth);
    if (member === null) return 'all';
    const rows = await this.reads.query<{ project_id: string }>(ASSIGNED_PROJECTS, [
      auth.clientId,
      auth.dataEnv,
      member,
    ]);
    return rows.map((row) => row.project_id);
  }

  private limitedMember(auth: AuthContext): string | null {
    return auth.scope === 'partner_user' && auth.principal.kind === 'bearer' ? auth.principal.id : null;
  }
}
