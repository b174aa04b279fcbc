import { describe, expect, it } from 'vitest';
import { useSecondApp, useTestApp } from '../../support/app.js';
import { aSection } from '../../support/configuration-states.js';
import { atDepth } from '../../support/depth.js';
import { historyOf, pathOf, read, sectionOf, write, useProjectFixture } from './editing.js';
import type { Edit } from './editing.js';

const OPTIONAL = aSection({ name: 'optional' });
const GUARDED = ['one', 'two', 'three', 'four', 'five'].map((name) =>
  aSection({ name, write: { ...aSection().write, guard: 'if_match' } }),
);
// Each successful edit makes all others retry, so the work grows quadratically.
const EDITS_OF_EACH = atDepth({ ordinary: 7, full: 20 });

/** The etags in a section's history, each after the one that it replaced. */
function chainOf(history: readonly Edit[]): string[] {
  const next = new Map(history.map(({ previous_etag, etag }) => [previous_etag, etag]));
  const chain: string[] = [];
  for (let etag = next.get(null); etag !== undefined; etag = next.get(etag)) chain.push(etag);
  return chain;
}

describe('several editors at once', () => {
  const sections = [OPTIONAL, ...GUARDED];
  const test = useTestApp({ sections });
  /** Another process that uses the same store. */
  const other = useSecondApp(test, { sections });
  const desk = useProjectFixture(test);

  it.each([OPTIONAL, GUARDED[0]!])('of $name: one of two lands, the other one is told', async (section) => {
    const { etag } = sectionOf(await write(test, desk, section).expect(200));
    const answers = await Promise.all(
      ['Mine.', 'Yours.'].map((text) => write(test, desk, section, { text }).set('If-Match', `"${etag}"`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = sectionOf(answers.find(({ status }) => status === 200)!);
    expect((await read(test, desk, section)).body).toEqual(winner);
    expect(await historyOf(test, desk)).toHaveLength(2);
  });

  it('who begin a draft at the same moment all land in one draft', async () => {
    const answers = await Promise.all(GUARDED.map((section) => write(test, desk, section)));
    expect(answers.map(({ status }) => status)).toEqual(GUARDED.map(() => 200));
    const draft = await test.request().get(pathOf(desk, 'draft')).set(desk.admin).expect(200);
    const { sections } = draft.body as { sections: Record<string, { state: string }> };
    expect(GUARDED.map(({ name }) => sections[name]?.state)).toEqual(GUARDED.map(() => 'valid'));
  });

  it('without a guard all land, one after the other', async () => {
    const texts = Array.from({ length: 10 }, (_, number) => `Text ${number}.`);
    const answers = await Promise.all(texts.map((text) => write(test, desk, OPTIONAL, { text })));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    const history = await historyOf(test, desk);
    expect(chainOf(history)).toHaveLength(texts.length);
    expect(history.map(({ configuration }) => (configuration as { text: string }).text).sort()).toEqual(
      texts,
    );
  });

  // Fails if a write reads the draft before it holds the lock of the project's row.
  it('in two processes find each other: each edit replaces the one before it', async () => {
    const texts = Array.from({ length: 20 }, (_, number) => `Text ${String(number).padStart(2, '0')}.`);
    const answers = await Promise.all(
      texts.map((text, number) => write(number % 2 === 0 ? test : other, desk, OPTIONAL, { text })),
    );
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    expect(chainOf(await historyOf(test, desk))).toHaveLength(texts.length);
  });

  // Fails if an edit and its effect are not one transaction, or if a waiting request holds one of
  // the ten connections.
  it('keep every edit of one draft: each is in the history once, in unbroken chains', async () => {
    let refusals = 0;
    const edits = GUARDED.flatMap((section) =>
      Array.from({ length: EDITS_OF_EACH }, (_, number) => ({ section, text: `${section.name} ${number}` })),
    );
    const landed = await Promise.all(
      edits.map(async ({ section, text }) => {
        // Reads, changes and saves until the write succeeds, like an editor.
        for (;;) {
          const { etag } = sectionOf(await read(test, desk, section).expect(200));
          const response = await write(test, desk, section, { text }).set('If-Match', `"${etag}"`);
          if (response.status === 200) return sectionOf(response).etag;
          expect(response.status).toBe(409);
          refusals += 1;
        }
      }),
    );
    const history = await historyOf(test, desk);
    expect(history.map(({ etag }) => etag).sort()).toEqual([...landed].sort());
    expect(history.map(({ configuration }) => (configuration as { text: string }).text).sort()).toEqual(
      edits.map(({ text }) => text).sort(),
    );
    for (const section of GUARDED) {
      const chain = chainOf(history.filter((edit) => edit.section === section.name));
      expect(chain).toHaveLength(EDITS_OF_EACH);
      expect(sectionOf(await read(test, desk, section)).etag).toBe(chain.at(-1));
    }
    expect(refusals).toBeGreaterThan(0);
  });
});
