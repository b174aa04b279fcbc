import { describe, expect, it } from 'vitest';
import {
  isolatedBy,
  mixOfPeople,
  QUESTIONS,
  smallPopulation,
} from '../../../../test/support/caller-mix-attack.js';
import type { Answered, Person, Question } from '../../../../test/support/caller-mix-attack.js';
import { atDepth } from '../../../../test/support/depth.js';
import { chance } from '../../../../test/support/random-calls.js';
import { differences } from './caller-mix-differences.policy.js';
import { isSmallGroup, isTooSmall } from '../lookup/small-groups.policy.js';

const POPULATIONS = atDepth({ ordinary: 4000, full: 20_000 });
/** Only the sizes of the groups are compared: the attack finds someone in one population of ten. */
const UNPROTECTED_POPULATIONS = 100;

function isolates(people: readonly Person[], { first, last, solution }: Question): boolean {
  const callers = people.map((person) => {
    const calls = person.filter((call) => call.day >= first - 30 && call.day <= last);
    return {
      days: calls.map((call) => call.day - first),
      solutions: calls.map((call) => call.solution),
    };
  });
  return differences(callers, last - first + 1, solution).some((isFew) => isFew());
}

function answersTo(people: readonly Person[], isWithheld: typeof isolates): Answered[] {
  return QUESTIONS.flatMap((question) => {
    const mix = mixOfPeople(people, question);
    const isBelow =
      isTooSmall(mix.unique.size) || [mix.fresh, mix.returning].some((group) => isSmallGroup(group.size));
    return isBelow || isWithheld(people, question) ? [] : [{ question, mix }];
  });
}

const attack = (populations: number, isWithheld: typeof isolates) =>
  Array.from({ length: populations }, (_, seed) => {
    const answers = answersTo(smallPopulation(chance(seed)), isWithheld);
    return { seed, answers: answers.length, found: isolatedBy(answers) };
  });

// calls 13.7
describe('an attacker who subtracts every answer from every other one', () => {
  it('learns nothing about fewer than five people', () => {
    const attacks = attack(POPULATIONS, isolates);
    expect(attacks.filter(({ found }) => found.length > 0)).toEqual([]);
    // The rule would also hold for a policy that withholds everything.
    expect(attacks.reduce((sum, { answers }) => sum + answers, 0)).toBeGreaterThan(4 * POPULATIONS);
  });

  it('learns it where nothing is compared', () => {
    const attacks = attack(UNPROTECTED_POPULATIONS, () => false);
    expect(attacks.filter(({ found }) => found.length > 0).length).toBeGreaterThan(
      UNPROTECTED_POPULATIONS / 10,
    );
  });
});
