import { describe, expect, it } from 'vitest';
import { hasFollowUp } from '../../follow-up/follow-up.sql.js';
import { disconnectionSql, outcomeSql, sentimentSql } from '../../call-records/rules/call-sql.js';
import type { CallConditions, CallFilter } from './call-filter.js';
import { CallStatement } from './call-statement.js';

const RANGE = {
  from: new Date('2026-10-01T00:00:00Z'),
  to: new Date('2026-11-01T00:00:00Z'),
  timezone: 'UTC',
  wholeLocalDays: true,
};
const statement = (over: Partial<CallFilter> = {}): CallStatement =>
  new CallStatement({
    range: RANGE,
    projects: 'all',
    solutionId: null,
    version: null,
    conditions: {},
    ...over,
  });
/** The whole filter, and the names and parameters that belong to it. */
const whole = (over: Partial<CallFilter>): { where: string; values: readonly unknown[] } => {
  const sql = statement(over);
  return { where: sql.where(), values: sql.query('any', '').values };
};
const nameOf = (over: Partial<CallFilter>, name: string): string => statement(over).query(name, '').name;
const FIXED = [RANGE.from, RANGE.to];
const TENANT = 'c.client_id = $1 AND c.data_env = $2';
const IN_RANGE = 'c.started_at_utc >= $3 AND c.started_at_utc < $4';

const HASH = Buffer.from('00ff', 'hex');
const EVERY_CONDITION: Required<CallConditions> = {
  status: 'missed',
  outcome: 'abandoned',
  sentiment: 'negative',
  disconnection: 'failed',
  direction: 'inbound',
  channel: 'phone',
  agent: 'Ava',
  caller: { kind: 'number', hash: HASH },
  providerLabel: 'primary',
  campaignId: 'recall',
  minDuration: '1.5',
  maxDuration: '60',
  humanEscalation: false,
  callIdPrefix: 'room-',
  followUp: 'open',
  followUpNot: 'done',
  followUpOwner: 'someone',
  followUpTag: HASH,
};

describe('a filter as SQL', () => {
  it.each<[string, Partial<CallFilter>, string, unknown[]]>([
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
    ['a version', { version: 7 }, ' AND c.version_number = $5', [7]],
    ['no version', { version: 'none' }, ' AND c.version_number IS NULL', []],
    [
      'a solution and a version',
      { solutionId: 's', version: 7 },
      ' AND c.solution_id = $5 AND c.version_number = $6',
      ['s', 7],
    ],
    ['a status', { conditions: { status: 'missed' } }, ' AND c.call_status = $5', ['missed']],
    ['an outcome', { conditions: { outcome: 'resolved' } }, ` AND ${outcomeSql('c')} = $5`, ['resolved']],
    [
      'a sentiment',
      { conditions: { sentiment: 'negative' } },
      ` AND ${sentimentSql('c')} = $5`,
      ['negative'],
    ],
    ['an end', { conditions: { disconnection: 'failed' } }, ` AND ${disconnectionSql('c')} = $5`, ['failed']],
    ['a provider', { conditions: { providerLabel: 'primary' } }, ' AND c.provider_label = $5', ['primary']],
    ['a direction', { conditions: { direction: 'inbound' } }, ' AND c.direction = $5', ['inbound']],
    ['a channel', { conditions: { channel: 'sip' } }, ' AND c.channel = $5', ['sip']],
    ['an agent', { conditions: { agent: 'Ava' } }, ' AND c.agent_name = $5', ['Ava']],
    [
      'a number',
      { conditions: { caller: { kind: 'number', hash: HASH } } },
      ' AND c.caller_hash = $5',
      [HASH],
    ],
    [
      'a masked number',
      { conditions: { caller: { kind: 'masked', masked: '***' } } },
      ' AND c.caller_masked = $5',
      ['***'],
    ],
    [
      'the last digits of a number',
      { conditions: { caller: { kind: 'ending', digits: '158' } } },
      ' AND right(c.caller_masked, 4) = $5',
      [' 158'],
    ],
    ['a campaign', { conditions: { campaignId: 'recall' } }, ' AND c.campaign_id = $5', ['recall']],
    [
      'a least duration',
      { conditions: { minDuration: '0' } },
      ' AND c.duration_seconds >= $5::numeric',
      ['0'],
    ],
    [
      'a longest one',
      { conditions: { maxDuration: '9.5' } },
      ' AND c.duration_seconds <= $5::numeric',
      ['9.5'],
    ],
    ['escalated calls', { conditions: { humanEscalation: true } }, ' AND c.human_escalation = $5', [true]],
    [
      'calls that were not',
      { conditions: { humanEscalation: false } },
      ' AND c.human_escalation = $5',
      [false],
    ],
    [
      'a beginning of call_ids',
      { conditions: { callIdPrefix: 'r_' } },
      ' AND starts_with(c.call_id, $5)',
      ['r_'],
    ],
    [
      'a state of follow-up',
      { conditions: { followUp: 'open' } },
      ` AND ${hasFollowUp('f.state = $5')}`,
      ['open'],
    ],
    [
      'no follow-up in a state',
      { conditions: { followUpNot: 'done' } },
      ` AND NOT ${hasFollowUp('f.state = $5')}`,
      ['done'],
    ],
    [
      'a tag of follow-up',
      { conditions: { followUpTag: HASH } },
      ` AND ${hasFollowUp('$5 = ANY (f.tag_hashes)')}`,
      [HASH],
    ],
  ])('%s', (_, over, conditions, values) => {
    const sql = statement(over);
    expect(sql.matching()).toBe(`${TENANT}${conditions}`);
    expect(sql.where()).toBe(`${TENANT}${conditions} AND ${IN_RANGE}`);
    expect(sql.query('any', '').values).toEqual([...FIXED, ...values]);
  });

  it('takes every value as a parameter and none into its text', () => {
    const planted = "'); DROP TABLE calls; --";
    const sql = statement({
      projects: [planted],
      solutionId: planted,
      conditions: { ...EVERY_CONDITION, agent: planted, campaignId: planted, callIdPrefix: planted },
    });
    expect(`${sql.where()} ${sql.owner('d')} ${sql.summed()} ${sql.bind(planted)}`).not.toContain('DROP');
    expect(sql.query('any', '').values.filter((it) => it === planted)).toHaveLength(6);
  });

  it('names each parameter once, and all of them, its own after those of the filter', () => {
    const sql = statement({ projects: ['p'], solutionId: 's', conditions: EVERY_CONDITION });
    const text = `${sql.where()} LIMIT ${sql.bind(20)}`;
    const { values } = sql.query('any', text);
    expect([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)).sort((a, b) => a - b)).toEqual(
      [undefined, undefined, ...values].map((_, index) => index + 1),
    );
    expect(values.at(-1)).toBe(20);
  });

  it('binds conditions only where the statement asks for them, and once', () => {
    const sql = statement({ projects: ['p1'], conditions: { status: 'missed' } });
    sql.owner('m');
    expect(sql.bind('own')).toBe('$6');
    expect(sql.where()).toBe(sql.where());
    expect(sql.query('any', '').values).toEqual([...FIXED, 'p1', 'own', 'missed']);
  });

  it('writes one filter one way, in whatever order it was put together', () => {
    const reversed = Object.fromEntries(Object.entries(EVERY_CONDITION).reverse()) as CallConditions;
    expect(whole({ conditions: reversed })).toEqual(whole({ conditions: EVERY_CONDITION }));
  });

  it('says who owns the calls in terms of any table', () => {
    const sql = statement({ projects: ['p1'], solutionId: 's', conditions: { status: 'missed' } });
    expect(sql.owner('r')).toBe('r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5');
    expect(sql.summed()).toBe(`${sql.owner('r')} AND r.solution_id = $6 AND r.direction = ''`);
    // Sums of calls without a version have the version 0.
    expect(statement({ version: 7 }).summed()).toContain(" AND r.direction <> '' AND r.version_number = $5");
    expect(statement({ version: 'none' }).summed()).toContain(
      " AND r.direction <> '' AND r.version_number = 0",
    );
  });
});

describe('the name a statement is prepared under', () => {
  const OWNERS: Partial<CallFilter>[] = [{}, { projects: ['p'] }, { projects: ['p', 'q'] }].flatMap(
    (owner) => [
      owner,
      { ...owner, solutionId: 's' },
      { ...owner, solutionId: 's', version: 7 },
      { ...owner, version: 'none' },
    ],
  );

  it('distinguishes owners', () => {
    const names = OWNERS.map((owner) => nameOf(owner, 'list'));
    expect(new Set(names).size).toBe(OWNERS.length);
    expect(names).toContain('list_all');
    expect(names).toContain('list_projects_solution');
    expect(names).toContain('list_projects_solution_v');
    expect(names).toContain('list_v0');
  });

  // PostgreSQL truncates names after 63 bytes, so two with the same beginning would be confused.
  it('leaves a statement 41 characters for its own name', () => {
    for (const owner of OWNERS) expect(nameOf(owner, '').length).toBeLessThanOrEqual(22);
  });

  // A connection keeps named statements: thousands of combinations would fill its memory.
  it.each(Object.entries(EVERY_CONDITION))('is none where calls are filtered by %s', (name, value) => {
    expect(nameOf({ conditions: { [name]: value } }, 'list')).toBe('');
  });
});
