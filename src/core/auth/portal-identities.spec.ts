import { describe, expect, it } from 'vitest';
import { UNPROVEN } from '../shared/auth-context.js';
import type { SystemQueries } from '../database/metadata/system-queries.js';
import { PortalIdentities } from './portal-identities.js';
import type { TokenClaims } from './verified-tokens.js';

const claims = (subject: string, dataEnv: TokenClaims['dataEnv'] = 'prod'): TokenClaims => ({
  subject,
  dataEnv,
  proof: UNPROVEN,
  onlyClientId: null,
  expiresAt: 0,
});

type Answer = (subjects: readonly string[], envs: readonly string[]) => Promise<object[]>;

function identitiesOver(answer: Answer): { identities: PortalIdentities; statements: string[][] } {
  const statements: string[][] = [];
  const query = (_: unknown, [subjects, envs]: [string[], string[]]): Promise<object[]> => {
    statements.push(subjects);
    return answer(subjects, envs);
  };
  return { identities: new PortalIdentities({ query } as unknown as SystemQueries), statements };
}

/**
 * One row per person in reverse, because the order of rows need not follow the order of the
 * requests.
 */
const everyone: Answer = (subjects, envs) =>
  Promise.resolve(
    subjects
      .map((subject, index) => ({
        position: index + 1,
        user_id: `id-${subject}`,
        client_id: `of-${subject}-${envs[index]}`,
      }))
      .reverse(),
  );

describe('PortalIdentities', () => {
  // Fails if rows are assigned by their order.
  it('gives each of the requests that share a statement its own assignments', async () => {
    const { identities, statements } = identitiesOver(everyone);
    const asked = [claims('ann'), claims('ben'), claims('ann', 'dev'), claims('ann')];
    const callers = await Promise.all(asked.map((it) => identities.resolve(it)));
    expect(statements).toHaveLength(1);
    expect(
      callers.map(({ userId, dataEnv, assignments }) => [userId, dataEnv, assignments[0]?.clientId]),
    ).toEqual([
      ['id-ann', 'prod', 'of-ann-prod'],
      ['id-ben', 'prod', 'of-ben-prod'],
      ['id-ann', 'dev', 'of-ann-dev'],
      ['id-ann', 'prod', 'of-ann-prod'],
    ]);
  });

  it('keeps a subject that PostgreSQL cannot take away from the others', async () => {
    const { identities, statements } = identitiesOver(everyone);
    const [odd, ann] = await Promise.all([
      identities.resolve(claims('a\0b')),
      identities.resolve(claims('ann')),
    ]);
    expect(odd.assignments).toEqual([]);
    expect(ann.userId).toBe('id-ann');
    expect(statements).toEqual([['ann']]);
  });
});
