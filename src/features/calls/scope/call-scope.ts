import type { Tenant } from '../../../core/auth/auth-context.js';
import type { VisibleProjects } from '../../../core/tenancy/project-visibility.service.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';
import { outcomeSql, sentimentSql } from '../rules/call-sql.js';
import type { CallFilter } from './call-filter.policy.js';

/** The caller of a filter, ready to compare with a column. */
export type CallerMatch =
  { readonly kind: 'number'; readonly hash: Buffer } | { readonly kind: 'masked'; readonly masked: string };

/** A filter whose caller has become what this asker may compare with. */
export interface ScopeFilter extends Omit<CallFilter, 'caller'> {
  readonly caller?: CallerMatch;
}

/** Which calls an analytics answer is about: one scope for every route, so that their totals agree. */
export interface CallScope {
  readonly tenant: Tenant;
  readonly range: DateRange;
  /** Every project, or just these; an empty list is nothing at all. */
  readonly projects: VisibleProjects;
  readonly solutionId: string | null;
  readonly filter: ScopeFilter;
}

/** A CallScope as SQL over the calls table under the alias `c`. */
export interface ScopeSql {
  /** Tells statements of different shape apart. */
  readonly shape: string;
  /** The name under which a statement of this scope is prepared; none for scopes with a filter. */
  readonly name: (statement: string) => string;
  /** Tenant and projects alone, over the table of that alias. */
  readonly owner: (alias: string) => string;
  /** Tenant, projects and solution, over the table of that alias. */
  readonly ownerAndSolution: (alias: string) => string;
  /** Everything but the range; a statement that cuts the range into pieces names its own bounds. */
  readonly filter: string;
  /** The whole scope: the filter and the range. */
  readonly where: string;
  /** Parameters $1 to $n; a statement's own begin at `next`. $1 and $2 are the tenant, $3 and $4 the range. */
  readonly values: readonly unknown[];
  readonly next: number;
}

/** How one part of a filter reads in SQL, given the number of its parameter. */
interface Condition {
  readonly name: string;
  readonly value: unknown;
  readonly sql: (parameter: string) => string;
}

// Filters combine in thousands of ways, and a connection keeps every statement that has a name until it ends.
// Those without one are planned each time.
const UNNAMED = '';

/**
 * Writes the filter. Each combination of filters is a statement of its own rather than one with optional
 * parameters, so that PostgreSQL plans for the filter that is there.
 */
export function scopeSql(scope: CallScope): ScopeSql {
  const values: unknown[] = [scope.tenant.clientId, scope.tenant.dataEnv, scope.range.from, scope.range.to];
  const add = (conditions: readonly Condition[]): string =>
    conditions
      .map(({ value, sql }) => {
        values.push(value);
        return ` AND ${sql(`$${values.length}`)}`;
      })
      .join('');
  const [projects, solution, filters] = [
    projectCondition(scope),
    solutionCondition(scope),
    filterConditions(scope.filter),
  ];
  const owner = `c.client_id = $1 AND c.data_env = $2${add(projects)}`;
  const ownerAndSolution = `${owner}${add(solution)}`;
  const filter = `${ownerAndSolution}${add(filters)}`;
  const shape = [...projects, ...solution, ...filters].map(({ name }) => name).join('_') || 'all';
  return {
    shape,
    name: (statement) => (filters.length === 0 ? `${statement}_${shape}` : UNNAMED),
    owner: (alias) => owner.replaceAll('c.', `${alias}.`),
    ownerAndSolution: (alias) => ownerAndSolution.replaceAll('c.', `${alias}.`),
    filter,
    where: `${filter} AND c.started_at_utc >= $3 AND c.started_at_utc < $4`,
    values,
    next: values.length + 1,
  };
}

function projectCondition({ projects }: CallScope): Condition[] {
  if (projects === 'all') return [];
  return projects.length === 1
    ? [{ name: 'project', value: projects[0], sql: (it) => `c.project_id = ${it}` }]
    : [{ name: 'projects', value: projects, sql: (it) => `c.project_id = ANY(${it})` }];
}

const solutionCondition = ({ solutionId }: CallScope): Condition[] =>
  solutionId === null ? [] : [{ name: 'solution', value: solutionId, sql: (it) => `c.solution_id = ${it}` }];

// In one fixed order, so that a filter has one shape and one prepared statement.
function filterConditions(filter: ScopeFilter): Condition[] {
  const { caller } = filter;
  const all: [name: string, value: unknown, sql: Condition['sql']][] = [
    ['status', filter.status, (it) => `c.call_status = ${it}`],
    ['outcome', filter.outcome, (it) => `${outcomeSql('c')} = ${it}`],
    ['sentiment', filter.sentiment, (it) => `${sentimentSql('c')} = ${it}`],
    ['direction', filter.direction, (it) => `c.direction = ${it}`],
    ['channel', filter.channel, (it) => `c.channel = ${it}`],
    ['agent', filter.agent, (it) => `c.agent_name = ${it}`],
    caller?.kind === 'number'
      ? ['number', caller.hash, (it) => `c.caller_hash = ${it}`]
      : ['masked', caller?.masked, (it) => `c.caller_masked = ${it}`],
    ['campaign', filter.campaignId, (it) => `c.campaign_id = ${it}`],
    ['min', filter.minDuration, (it) => `c.duration_seconds >= ${it}::numeric`],
    ['max', filter.maxDuration, (it) => `c.duration_seconds <= ${it}::numeric`],
    ['escalation', filter.humanEscalation, (it) => `c.human_escalation = ${it}`],
    ['prefix', filter.callIdPrefix, (it) => `starts_with(c.call_id, ${it})`],
  ];
  return all.filter(([, value]) => value !== undefined).map(([name, value, sql]) => ({ name, value, sql }));
}
