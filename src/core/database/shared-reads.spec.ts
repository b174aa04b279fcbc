import { describe, expect, it } from 'vitest';
import { SharedReads } from './shared-reads.js';

type Answer = (questions: readonly string[]) => Promise<string[]>;

const echo: Answer = (questions) => Promise.resolve(questions.map((it) => `of ${it}`));

function readsOver(answer: Answer): { reads: SharedReads<string, string>; statements: string[][] } {
  const statements: string[][] = [];
  const reads = new SharedReads<string, string>((questions) => {
    statements.push([...questions]);
    return answer(questions);
  });
  return { reads, statements };
}

describe('SharedReads', () => {
  it('answers each of the questions that share a statement', async () => {
    const { reads, statements } = readsOver(echo);
    expect(await Promise.all([reads.read('a'), reads.read('b'), reads.read('a')])).toEqual([
      'of a',
      'of b',
      'of a',
    ]);
    expect(statements).toEqual([['a', 'b', 'a']]);
  });

  it('never answers a question with a statement that was sent before it came', async () => {
    const { reads, statements } = readsOver(echo);
    await reads.read('a');
    await reads.read('a');
    expect(statements).toEqual([['a'], ['a']]);
  });

  it('fails every question of a statement that failed, and none after it', async () => {
    let calls = 0;
    const { reads } = readsOver((questions) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('gone')) : echo(questions);
    });
    const outcomes = await Promise.allSettled([reads.read('a'), reads.read('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await reads.read('a')).toBe('of a');
  });

  it('asks a crowd of questions in statements of a hundred', async () => {
    const { reads, statements } = readsOver(echo);
    const crowd = Array.from({ length: 250 }, (_, index) => `person-${index}`);
    const answers = await Promise.all(crowd.map((it) => reads.read(it)));
    expect(statements.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(answers).toEqual(crowd.map((it) => `of ${it}`));
  });
});
