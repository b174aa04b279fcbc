import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { section as bookingSection } from '../../../src/features/configuration/sections/booking/booking.section.js';
import { section as llmSection } from '../../../src/features/configuration/sections/llm-policy/llm-policy.section.js';
import { useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';
import { twoOf } from '../partner/api-key-calls.js';
import { useProjectFixture, exampleOf, historyOf, pathOf, write } from './editing.js';
import { booking as withoutSecret, completeDraft, draftEtag, publishDraft } from '../releases/releasing.js';

const booking = bookingSection as unknown as SectionDefinition;
const llmPolicy = llmSection as unknown as SectionDefinition;
const LIMIT = 100;
const DAY_MS = 24 * 3_600_000;

describe('the edits that a draft gathers', () => {
  const clock = new TestClock();
  const test = useTestApp({
    clock,
    settings: (base) => ({ ...base, features: { ...base.features, MAX_DRAFT_EDITS: LIMIT } }),
  });
  let second: TestApp;
  const desk = useProjectFixture(test);

  beforeAll(async () => {
    second = await twoOf(test, clock);
  });
  afterAll(() => second.close());

  /** A draft with this many edits. */
  const aDraftWith = async (edits: number): Promise<void> => {
    await write(test, desk, booking, withoutSecret()).expect(200);
    await test.world.sql(`UPDATE project_drafts SET edit_count = $2 WHERE project_id = $1`, [
      desk.projectId,
      edits,
    ]);
  };
  const restedFor = (ms: number) =>
    test.world.sql(`UPDATE project_drafts SET updated_at = $2 WHERE project_id = $1`, [
      desk.projectId,
      new Date(clock.now().getTime() - ms),
    ]);
  const save = (process = test, key?: string) => {
    const request = write(process, desk, llmPolicy, exampleOf(llmPolicy));
    return key === undefined ? request : request.set('Idempotency-Key', key);
  };
  const refused = async (answer: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    const { code, message } = (body as { error: { code: string; message: string } }).error;
    expect([status, code]).toEqual([409, 'project_draft_limit']);
    return message;
  };

  // Fails if edits are counted without waiting for concurrent saves. workspace 3.7
  it('never become more than the limit, however many are saved at once in two processes', async () => {
    await aDraftWith(LIMIT - 1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(index % 2 === 0 ? test : second)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await historyOf(test, desk)).toHaveLength(2);
  });

  // workspace 3.7; errors 4.1
  it('are refused at the limit with its number and what to do, and the draft stays as it is', async () => {
    await aDraftWith(LIMIT);
    const message = await refused(save());
    expect(message).toContain(`${LIMIT} edits`);
    expect(message).toMatch(/Publish the whole draft/);
    expect(await historyOf(test, desk)).toHaveLength(1);
  });

  // workspace 3.7
  it('are each section of a draft that is replaced: all of them or none', async () => {
    await aDraftWith(LIMIT - 1);
    const etag = await draftEtag(test, desk);
    const changed = { ...exampleOf(booking), services: [] };
    const replace = (sections: object) =>
      test.request().put(pathOf(desk, 'draft')).set(desk.admin).set('If-Match', etag).send({ sections });
    await refused(replace({ booking: changed, 'llm-policy': exampleOf(llmPolicy) }));
    await replace({ 'llm-policy': exampleOf(llmPolicy) }).expect(200);
  });

  // workspace 3.7, 12.6
  it('are counted by a dry run of an import as the import would, and not gathered by it', async () => {
    await aDraftWith(LIMIT - 1);
    const tried = (sections: object) =>
      test
        .request()
        .post(pathOf(desk, 'configuration/import?dry_run=true'))
        .set({ ...desk.admin, 'Idempotency-Key': randomUUID() })
        .send({ schema_version: 1, sections });
    const changed = { ...withoutSecret(), services: [] };
    await refused(tried({ booking: changed, 'llm-policy': exampleOf(llmPolicy) }));
    await tried({ booking: changed }).expect(200);
    await save().expect(200);
    await tried({ booking: withoutSecret() }).expect(200);
  });

  it('are answered again at the limit to who repeats the request that saved the last one', async () => {
    await aDraftWith(LIMIT - 1);
    const first = await save(test, 'the-last').expect(200);
    const again = await save(second, 'the-last').expect(200);
    expect(again.body).toEqual(first.body);
    expect(again.get('Idempotent-Replayed')).toBe('true');
  });

  // workspace 3.7
  it('begin anew when the draft is published', async () => {
    await completeDraft(test, desk);
    await aDraftWith(LIMIT);
    await publishDraft(test, desk);
    await save().expect(200);
  });

  // workspace 3.7
  it('begin anew when the draft was left alone for a day, so that one that cannot be published can be mended', async () => {
    await aDraftWith(LIMIT);
    await restedFor(DAY_MS - 1);
    await refused(save());
    await restedFor(DAY_MS);
    await save().expect(200);
  });

  it('make room in the history of the project: its oldest go', async () => {
    await aDraftWith(1);
    await test.world.sql(
      `INSERT INTO project_section_edits (edit_id, client_id, data_env, project_id, section, etag, configuration, edited_at, edited_by)
       SELECT uuidv7(-interval '1 hour'), client_id, data_env, project_id, 'booking', 'planted-' || n, '{}', now(), 'test'
         FROM projects, generate_series(1, 1005) n WHERE project_id = $1`,
      [desk.projectId],
    );
    await save().expect(200);
    const history = await historyOf(test, desk);
    expect(history).toHaveLength(1000);
    expect(history.filter(({ etag }) => !etag.startsWith('planted-')).map(({ section }) => section)).toEqual([
      'booking',
      'llm-policy',
    ]);
  });
});
