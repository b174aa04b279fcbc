import { describe, expect, it } from 'vitest';
import {
  assertRevision,
  checkPrecondition,
  evaluatePrecondition,
  readIfMatch,
} from './write-guard.policy.js';
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

// requests 6.1, 6.2, 6.3, 6.4, 6.5, 6.6. A row: the header, and the verdict of each guard without
// and with a draft.
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
    ['W/"current"', 'go', 'go', 'go'],
    ['W/current', 'go', 'go', 'go'],
    ['W/"stale"', 'stale', 'stale', 'stale'],
    ['w/"current"', 'malformed', 'malformed', 'malformed'],
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

  it('lets no etag match if there is no state', () => {
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

// requests 6.6
describe('a write by a sender who has not read the current state', () => {
  const ETAG = 'v3-0123456789abcdef';
  const write = { guard: 'if_match_or_token', replacesState: true, current: [ETAG, 'of the draft'] } as const;
  const check = (header: string | undefined, token?: string) =>
    checkPrecondition({ ...write, ifMatch: readIfMatch(header), token }, 'Read it.');

  it('learns which guard is stale, and what to send', () => {
    const stale = { sent: 'v2-0123456789abcdef', current: ETAG };
    expect(check('"v2-0123456789abcdef"', ETAG)).toEqual({ guard: 'If-Match', ...stale });
    expect(check('*', 'v2-0123456789abcdef')).toEqual({ guard: 'revision_token', ...stale });
    expect(check('"theirs"')).toEqual({ guard: 'If-Match', sent: null, current: ETAG });
    expect(check(`"${ETAG}"`)).toBeNull();
  });

  it('is asked for a guard, or for a readable one', () => {
    expect(() => check(undefined)).toThrow('Read it.');
    expect(() => check('"open')).toThrow('etags in double quotes');
  });

  it('learns which revision of a part is stale', () => {
    expect(() => assertRevision('version', 3, 3, '/booking/version')).not.toThrow();
    expect(catchError(() => assertRevision('version', 2, 3, '/booking/version'))).toMatchObject({
      entry: { status: 409 },
      stale: { guard: 'version', sent: '2', current: '3', changed_paths: ['booking.version'] },
    });
  });
});

function catchError(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}
