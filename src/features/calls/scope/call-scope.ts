import type { Tenant } from '../../../core/auth/auth-context.js';
import type { VisibleProjects } from '../../../core/tenancy/project-visibility.service.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';

/** Which calls an analytics answer is about: one scope for every route, so that their totals agree. */
export interface CallScope {
  readonly tenant: Tenant;
  readonly range: DateRange;
  /** Every project, or just these; an empty list is nothing at all. */
  readonly projects: VisibleProjects;
  readonly solutionId: string | null;
}

/** A CallScope as SQL over the calls table under the alias `c`. */
export interface ScopeSql {
  /** Tells statements of different shape apart, for the names of prepared statements. */
  readonly shape: string;
  readonly where: string;
  /** Parameters $1 to $n; a statement's own begin at `next`. $1 and $2 are the tenant. */
  readonly values: readonly unknown[];
  readonly next: number;
}

/**
 * Writes the filter. Each combination of filters is a statement of its own rather than one with optional
 * parameters, so that PostgreSQL plans for the filter that is there.
 */
export function scopeSql(scope: CallScope): ScopeSql {
  const values: unknown[] = [scope.tenant.clientId, scope.tenant.dataEnv, scope.range.from, scope.range.to];
  const parts = ['c.client_id = $1', 'c.data_env = $2', 'c.started_at_utc >= $3', 'c.started_at_utc < $4'];
  const shape: string[] = [];
  if (scope.projects !== 'all') {
    const [only] = scope.projects;
    const isOne = scope.projects.length === 1;
    values.push(isOne ? only : scope.projects);
    parts.push(isOne ? `c.project_id = $${values.length}` : `c.project_id = ANY($${values.length})`);
    shape.push(isOne ? 'project' : 'projects');
  }
  if (scope.solutionId !== null) {
    values.push(scope.solutionId);
    parts.push(`c.solution_id = $${values.length}`);
    shape.push('solution');
  }
  return { shape: shape.join('_') || 'all', where: parts.join(' AND '), values, next: values.length + 1 };
}
