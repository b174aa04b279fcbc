import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { hasFollowUp } from '../../follow-up/follow-up.sql.js';
import { disconnectionSql, outcomeSql, sentimentSql } from '../../call-records/rules/call-sql.js';
import type { CallConditions, CallFilter } from './call-filter.js';

/** A comparison of a column with a value, given its parameter. */
type Comparison = readonly [value: unknown, sql: (parameter: string) => string];

// Filters combine in thousands of ways, and a connection keeps every named statement until it
// closes. Unnamed statements are planned each time.
const UNNAMED = '';

const TENANT_PARAMETERS = 2;

/**
 * Builds one statement over the calls of a filter, from fragments and their values. $1 and $2 are
 * the tenant, which the store adds, $3 and $4 the range; the rest is numbered in order of use. Each
 * combination of conditions is its own statement, without optional parameters, so that PostgreSQL
 * plans for that filter.
 */
export class CallStatement {
  private readonly values: unknown[];
  /** Name the parameters of project, solution and version, if the filter has them. */
  private readonly project: (alias: string) => string;
  private readonly solution: (alias: string) => string;
  private readonly version: (alias: string, none: string) => string;
  private readonly shape: string;
  private readonly conditions: readonly Comparison[];
  private matched: string | null = null;

  constructor({ range, projects, solutionId, version, conditions }: CallFilter) {
    this.values = [range.from, range.to];
    this.conditions = comparisonsOf(conditions);
    const isSingle = projects.length === 1;
    const project = projects === 'all' ? null : this.bind(isSingle ? projects[0] : projects);
    const solution = solutionId === null ? null : this.bind(solutionId);
    this.project = (alias) =>
      project === null ? '' : ` AND ${alias}.project_id = ${isSingle ? project : `ANY(${project})`}`;
    this.solution = (alias) => (solution === null ? '' : ` AND ${alias}.solution_id = ${solution}`);
    const number = version === null || version === 'none' ? null : this.bind(version);
    this.version = (alias, none) =>
      version === null ? '' : ` AND ${alias}.version_number ${number === null ? none : `= ${number}`}`;
    const owners = [
      project && (isSingle ? 'project' : 'projects'),
      solution && 'solution',
      // Short, because PostgreSQL truncates long names.
      version && (number === null ? 'v0' : 'v'),
    ];
    this.shape = owners.filter((it) => it !== null).join('_') || 'all';
  }

  /** Assigns a parameter to a value of the statement. */
  bind(value: unknown): string {
    return `$${this.values.push(value) + TENANT_PARAMETERS}`;
  }

  /** The tenant and the projects, for the table with this alias. */
  owner(alias: string): string {
    return `${alias}.client_id = $1 AND ${alias}.data_env = $2${this.project(alias)}`;
  }

  /**
   * The tenant, projects, solution and version over hourly sums `r`: those of all calls, or of one
   * version.
   */
  summed(): string {
    const version = this.version('r', '= 0');
    return `${this.owner('r')}${this.solution('r')} AND r.direction ${version === '' ? '=' : '<>'} ''${version}`;
  }

  /** All conditions except the range, over calls `c`; for a statement that names its own bounds. */
  matching(): string {
    this.matched ??= [
      `${this.owner('c')}${this.solution('c')}${this.version('c', 'IS NULL')}`,
      ...this.conditions.map(([value, sql]) => sql(this.bind(value))),
    ].join(' AND ');
    return this.matched;
  }

  /** The whole filter over calls `c`. */
  where(): string {
    return `${this.matching()} AND c.started_at_utc >= $3 AND c.started_at_utc < $4`;
  }

  /** The statement with all bound values, planned for them each time. */
  unnamed(text: string): BoundQuery {
    return { name: UNNAMED, text, values: this.values };
  }

  /** The statement, prepared under its name unless the filter has conditions. */
  query(name: string, text: string): BoundQuery {
    const statement = this.unnamed(text);
    return this.conditions.length === 0 ? { ...statement, name: `${name}_${this.shape}` } : statement;
  }
}

function callerComparison(caller: CallConditions['caller']): Comparison {
  switch (caller?.kind) {
    case undefined:
      return [undefined, () => ''];
    case 'number':
      return [caller.hash, (it) => `c.caller_hash = ${it}`];
    case 'masked':
      return [caller.masked, (it) => `c.caller_masked = ${it}`];
    case 'ending':
      // A mask ends with a blank and the last three digits (privacy 3.2).
      return [` ${caller.digits}`, (it) => `right(c.caller_masked, 4) = ${it}`];
  }
}

// In a fixed order, so that the same filter always gives the same text.
function comparisonsOf(asked: CallConditions): Comparison[] {
  const all: Comparison[] = [
    [asked.status, (it) => `c.call_status = ${it}`],
    [asked.outcome, (it) => `${outcomeSql('c')} = ${it}`],
    [asked.sentiment, (it) => `${sentimentSql('c')} = ${it}`],
    [asked.disconnection, (it) => `${disconnectionSql('c')} = ${it}`],
    [asked.direction, (it) => `c.direction = ${it}`],
    [asked.channel, (it) => `c.channel = ${it}`],
    [asked.agent, (it) => `c.agent_name = ${it}`],
    callerComparison(asked.caller),
    [asked.providerLabel, (it) => `c.provider_label = ${it}`],
    [asked.campaignId, (it) => `c.campaign_id = ${it}`],
    [asked.minDuration, (it) => `c.duration_seconds >= ${it}::numeric`],
    [asked.maxDuration, (it) => `c.duration_seconds <= ${it}::numeric`],
    [asked.humanEscalation, (it) => `c.human_escalation = ${it}`],
    [asked.callIdPrefix, (it) => `starts_with(c.call_id, ${it})`],
    [asked.followUp, (it) => hasFollowUp(`f.state = ${it}`)],
    [asked.followUpNot, (it) => `NOT ${hasFollowUp(`f.state = ${it}`)}`],
    [asked.followUpOwner, (it) => hasFollowUp(`f.owner = ${it}`)],
    [asked.followUpTag, (it) => hasFollowUp(`${it} = ANY (f.tag_hashes)`)],
  ];
  return all.filter(([value]) => value !== undefined);
}
