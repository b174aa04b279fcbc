import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import {
  FIRST_ASKED_DAY,
  isolatedBy,
  mixOfPeople,
  populationWithEdges,
  QUESTIONS,
} from '../../support/caller-mix-attack.js';
import type { Answered, Person, Question } from '../../support/caller-mix-attack.js';
import { atDepth } from '../../support/depth.js';
import { expectedCallerMix } from '../../support/independent-caller-mix.js';
import { postCalls } from '../../support/post-calls.js';
import { chance } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

const SEEDS = atDepth({ ordinary: 24, full: 80 });
/**
 * One population in this many is asked every question; for the others, some comparisons are
 * skipped.
 */
const EVERYTHING_TURN = 8;

describe('an attacker who subtracts every caller mix from every other one', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let key: string;

  const dayOf = (day: number): string => FIRST_ASKED_DAY.plus({ days: day }).toISODate()!;
  const queryOf = (project: string, { first, last, solution }: Question) => ({
    project_id: project,
    start_date: dayOf(first),
    end_date: dayOf(last),
    ...(solution === null ? {} : { solution_id: solution }),
  });
  const callsOf = (project: string, people: readonly Person[]): PostedCall[] => [
    aCall(project, { started_at_utc: FIRST_ASKED_DAY.toUTC().toISO(), caller_number: null }),
    ...people.flatMap((person, index) =>
      person.map(({ day, solution }, call) =>
        aCall(project, {
          started_at_utc: FIRST_ASKED_DAY.plus({ days: day, hours: 9, seconds: call }).toUTC().toISO(),
          ended_at_utc: null,
          caller_number: `+614915${String(10_000 + index)}`,
          solution_id: solution === '' ? undefined : solution,
        }),
      ),
    ),
  ];

  async function mixAnswered(query: object): Promise<object> {
    const response = await test
      .request()
      .get('/v1/calls/dashboard/privacy-aggregates')
      .set('X-API-Key', key)
      .query(query);
    expect(response.status, response.text).toBe(200);
    return (response.body as { caller_mix: object }).caller_mix;
  }

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    key = await test.world.aKey(tenant, 'full-access');
  });

  // calls 13.7
  it('learns nothing about fewer than five people, whom the counted edges of a range may spare a comparison', async () => {
    let given = 0;
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const people = populationWithEdges(chance(seed));
      const project = await test.world.aProject(tenant);
      const calls = callsOf(project, people);
      await postCalls(test, tenant, calls);
      const answers: Answered[] = [];
      const asked = QUESTIONS.filter(
        ({ first, last, solution }) => seed % EVERYTHING_TURN === 0 || (solution === null && last > first),
      );
      for (const question of asked) {
        const query = queryOf(project, question);
        const answer = await mixAnswered(query);
        expect([seed, query, answer]).toMatchObject([seed, query, expectedCallerMix(calls, query)]);
        if ('reason_code' in answer && answer.reason_code === 'ready') {
          answers.push({ question, mix: mixOfPeople(people, question) });
        }
      }
      expect([seed, isolatedBy(answers)]).toEqual([seed, []]);
      given += answers.length;
    }
    expect(given).toBeGreaterThan(SEEDS);
  });
});
