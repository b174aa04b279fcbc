import { describe, expect, it } from 'vitest';
import { outcomeSql, sentimentSql } from '../rules/call-sql.js';
import { scopeSql } from './call-scope.js';
import type { CallScope, ScopeFilter } from './call-scope.js';

const RANGE = {
  from: new Date('2026-10-01T00:00:00Z'),
  to: new Date('2026-11-01T00:00:00Z'),
  timezone: 'UTC',
  wholeLocalDays: true,
};
const scopeOf = (over: Partial<CallScope> = {}): CallScope => ({
  tenant: { clientId: 'acme', dataEnv: 'prod' },
  range: RANGE,
  projects: 'all',
  solutionId: null,
  filter: {},
  ...over,
});
const FIXED = ['acme', 'prod', RANGE.from, RANGE.to];
const TENANT = 'c.client_id = $1 AND c.data_env = $2';
const IN_RANGE = 'c.started_at_utc >= $3 AND c.started_at_utc < $4';

const HASH = Buffer.from('00ff', 'hex');
const EVERY_FILTER: Required<ScopeFilter> = {
  status: 'missed',
  outcome: 'abandoned',
  sentiment: 'negative',
  direction: 'inbound',
  channel: 'phone',
  agent: 'Ava',
  caller: { kind: 'number', hash: HASH },
  campaignId: 'recall',
  minDuration: '1.5',
  maxDuration: '60',
  humanEscalation: false,
  callIdPrefix: 'room-',
};

describe('a scope as SQL', () => {
  it.each<[string, Partial<CallScope>, string, unknown[]]>([
    ['the whole tenant', {}, '', []],
    ['one project', { projects: ['p1'] }, ' AND c.project_id = $5', ['p1']],
    ['some projects', { projects: ['p1', 'p2'] }, ' AND c.project_id = ANY($5)', [['p1', 'p2']]],
    ['no project at all', { projects: [] }, ' AND c.project_id = ANY($5)', [[]]],
    ['a solution', { solutionId: 's' }, ' AND c.solution_id = $5', ['s']],
    [
      'a project and a solution',
      { projects: ['p1'], solutionId: 's' },
      ' AND c.project_id = $5 AND c.solution_id = $6',
      ['p1', 's'],
    ],
    ['a status', { filter: { status: 'missed' } }, ' AND c.call_status = $5', ['missed']],
    ['an outcome', { filter: { outcome: 'resolved' } }, ` AND ${outcomeSql('c')} = $5`, ['resolved']],
    ['a sentiment', { filter: { sentiment: 'negative' } }, ` AND ${sentimentSql('c')} = $5`, ['negative']],
    ['a direction', { filter: { direction: 'inbound' } }, ' AND c.direction = $5', ['inbound']],
    ['a channel', { filter: { channel: 'sip' } }, ' AND c.channel = $5', ['sip']],
    ['an agent', { filter: { agent: 'Ava' } }, ' AND c.agent_name = $5', ['Ava']],
    ['a number', { filter: { caller: { kind: 'number', hash: HASH } } }, ' AND c.caller_hash = $5', [HASH]],
    [
      'a masked number',
      { filter: { caller: { kind: 'masked', masked: '***' } } },
      ' AND c.caller_masked = $5',
      ['***'],
    ],
    ['a campaign', { filter: { campaignId: 'recall' } }, ' AND c.campaign_id = $5', ['recall']],
    ['a least duration', { filter: { minDuration: '0' } }, ' AND c.duration_seconds >= $5::numeric', ['0']],
    ['a longest one', { filter: { maxDuration: '9.5' } }, ' AND c.duration_seconds <= $5::numeric', ['9.5']],
    ['escalated calls', { filter: { humanEscalation: true } }, ' AND c.human_escalation = $5', [true]],
    ['calls that were not', { filter: { humanEscalation: false } }, ' AND c.human_escalation = $5', [false]],
    [
      'a beginning of call_ids',
      { filter: { callIdPrefix: 'r_' } },
      ' AND starts_with(c.call_id, $5)',
      ['r_'],
    ],
  ])('%s', (_, over, conditions, values) => {
    const sql = scopeSql(scopeOf(over));
    expect(sql.filter).toBe(`${TENANT}${conditions}`);
    expect(sql.where).toBe(`${TENANT}${conditions} AND ${IN_RANGE}`);
    expect(sql.values).toEqual([...FIXED, ...values]);
    expect(sql.next).toBe(5 + values.length);
  });

  it('takes every value as a parameter and none into its text', () => {
    const planted = "'); DROP TABLE calls; --";
    const sql = scopeSql(
      scopeOf({
        tenant: { clientId: planted, dataEnv: 'prod' },
        projects: [planted],
        solutionId: planted,
        filter: { ...EVERY_FILTER, agent: planted, campaignId: planted, callIdPrefix: planted },
      }),
    );
    expect(`${sql.where} ${sql.name('x')} ${sql.owner('d')} ${sql.ownerAndSolution('d')}`).not.toContain(
      'DROP',
    );
    expect(sql.values.filter((it) => it === planted)).toHaveLength(6);
  });

  it('names each parameter once, and all of them', () => {
    const sql = scopeSql(scopeOf({ projects: ['p'], solutionId: 's', filter: EVERY_FILTER }));
    expect(
      [...sql.where.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)).sort((a, b) => a - b),
    ).toEqual(sql.values.map((_, index) => index + 1));
    expect(sql.next).toBe(sql.values.length + 1);
  });

  it('writes one filter one way, in whatever order it was put together', () => {
    const reversed = Object.fromEntries(Object.entries(EVERY_FILTER).reverse()) as ScopeFilter;
    const [one, other] = [EVERY_FILTER, reversed].map((filter) => scopeSql(scopeOf({ filter })));
    expect({ ...one, name: 0, owner: 0, ownerAndSolution: 0 }).toEqual({
      ...other,
      name: 0,
      owner: 0,
      ownerAndSolution: 0,
    });
  });

  it('says who owns the calls in terms of any table', () => {
    const sql = scopeSql(scopeOf({ projects: ['p1'], solutionId: 's', filter: { status: 'missed' } }));
    expect(sql.owner('r')).toBe('r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5');
    expect(sql.ownerAndSolution('r')).toBe(`${sql.owner('r')} AND r.solution_id = $6`);
  });
});

describe('the name a statement of a scope is prepared under', () => {
  const OWNERS: Partial<CallScope>[] = [{}, { projects: ['p'] }, { projects: ['p', 'q'] }].flatMap(
    (owner) => [owner, { ...owner, solutionId: 's' }],
  );

  it('tells owners apart', () => {
    const names = OWNERS.map((owner) => scopeSql(scopeOf(owner)).name('list'));
    expect(new Set(names).size).toBe(OWNERS.length);
    expect(names).toContain('list_all');
    expect(names).toContain('list_projects_solution');
  });

  // PostgreSQL cuts names off after 63 bytes, and two that begin alike would be taken for one.
  it('leaves a statement 41 characters for its own name', () => {
    for (const owner of OWNERS) expect(scopeSql(scopeOf(owner)).name('').length).toBeLessThanOrEqual(22);
  });

  // A connection keeps what has a name: thousands of combinations would fill its memory.
  it.each(Object.entries(EVERY_FILTER))('is none where calls are filtered by %s', (name, value) => {
    expect(scopeSql(scopeOf({ filter: { [name]: value } })).name('list')).toBe('');
  });
});
