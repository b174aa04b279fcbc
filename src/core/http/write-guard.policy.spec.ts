import { describe, expect, it } from 'vitest';
import { evaluatePrecondition, readIfMatch } from './write-guard.policy.js';
import type { WriteGuard } from './write-guard.policy.js';

const CURRENT = 'current';

const judge = (guard: WriteGuard, replacesState: boolean, header: string | undefined, token?: string) =>
  evaluatePrecondition({
    guard,
    replacesState,
    current: [CURRENT, 'draft'],
    ifMatch: readIfMatch(header),
    token,
  });

// requests 6.1, 6.2, 6.3, 6.4, 6.5, 6.6. A row: the header, and what is said with each guard where no draft exists,
// and where one does.
type Verdict = ReturnType<typeof evaluatePrecondition>;
const HEADERS: readonly [header: string | undefined, without: Verdict, optional: Verdict, needed: Verdict][] =
  [
    [undefined, 'go', 'go', 'missing'],
    ['*', 'go', 'go', 'missing'],
    ['"current"', 'go', 'go', 'go'],
    ['current', 'go', 'go', 'go'],
    ['"draft"', 'go', 'go', 'go'],
    ['  "current"  ', 'go', 'go', 'go'],
    ['"other", "current"', 'go', 'go', 'go'],
    ['W/"current", "current"', 'go', 'go', 'go'],
    ['"stale"', 'stale', 'stale', 'stale'],
    ['stale', 'stale', 'stale', 'stale'],
    ['"stale", "staler"', 'stale', 'stale', 'stale'],
    ['W/"current"', 'stale', 'stale', 'stale'],
    ['W/current', 'stale', 'stale', 'stale'],
    ['"CURRENT"', 'stale', 'stale', 'stale'],
    ['""', 'stale', 'stale', 'stale'],
    ['"a,b"', 'stale', 'stale', 'stale'],
    ['', 'malformed', 'malformed', 'malformed'],
    ['"current', 'malformed', 'malformed', 'malformed'],
    ['"current",, "other"', 'malformed', 'malformed', 'malformed'],
    ['"current", *', 'malformed', 'malformed', 'malformed'],
    ['"current" "other"', 'malformed', 'malformed', 'malformed'],
    ['\t', 'malformed', 'malformed', 'malformed'],
  ];

describe('the guard of a write', () => {
  it.each(HEADERS)('with If-Match %j', (header, without, optional, needed) => {
    expect({
      without: ['optional', 'if_match', 'if_match_or_token'].map((guard) =>
        judge(guard as WriteGuard, false, header),
      ),
      optional: judge('optional', true, header),
      ifMatch: judge('if_match', true, header),
      ifMatchOrToken: judge('if_match_or_token', true, header),
    }).toEqual({
      without: [without, without, without],
      optional,
      ifMatch: needed,
      ifMatchOrToken: needed,
    });
  });

  it.each<[token: string, header: string | undefined, replacesState: boolean, verdict: Verdict]>([
    [CURRENT, undefined, true, 'go'],
    [CURRENT, '*', true, 'go'],
    [CURRENT, '"current"', true, 'go'],
    [CURRENT, '"stale"', true, 'stale'],
    [CURRENT, undefined, false, 'go'],
    ['stale', undefined, true, 'stale'],
    ['stale', '*', true, 'stale'],
    ['stale', '"current"', true, 'stale'],
    ['stale', undefined, false, 'stale'],
    ['"current"', undefined, true, 'stale'],
    ['*', undefined, true, 'stale'],
  ])('with the token %j, If-Match %j, a draft: %s', (token, header, replacesState, verdict) => {
    expect(judge('if_match_or_token', replacesState, header, token)).toBe(verdict);
  });

  it('lets no etag match where there is nothing to have one', () => {
    const write = { guard: 'if_match', replacesState: false, current: [] } as const;
    expect(evaluatePrecondition({ ...write, ifMatch: readIfMatch('"null"') })).toBe('stale');
    expect(evaluatePrecondition({ ...write, ifMatch: readIfMatch('*') })).toBe('go');
  });

  it('reads no more than sixteen etags', () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => `"${index}"`).join(', ');
    expect(readIfMatch(list(16)).kind).toBe('etags');
    expect(readIfMatch(list(17)).kind).toBe('malformed');
  });
});
