import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { section as bookingSection } from '../../../src/features/configuration/sections/booking/booking.section.js';
import { section as llmSection } from '../../../src/features/configuration/sections/llm-policy/llm-policy.section.js';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useTestApp } from '../../support/app.js';
import { aSection } from '../../support/configuration-states.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import {
  aProjectFixture,
  codeOf,
  exampleOf,
  fieldsOf,
  historyOf,
  pathOf,
  publish,
  read,
  sectionOf,
  write,
} from './editing.js';
import type { ProjectFixture } from './editing.js';

const booking = bookingSection as unknown as SectionDefinition;
const llmPolicy = llmSection as unknown as SectionDefinition;
const BOTH = { booking: exampleOf(booking), 'llm-policy': exampleOf(llmPolicy) };

interface Draft {
  readonly project_id: string;
  readonly etag: string | null;
  readonly sections: Record<string, { state: string; updated_at: string | null; updated_by: string | null }>;
  readonly base_version_number: number | null;
  readonly updated_at: string | null;
}

describe('the draft of a project', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;

  beforeEach(async () => {
    desk = await aProjectFixture(test);
  });

  const show = () => test.request().get(pathOf(desk, 'draft')).set(desk.admin);
  const draft = async (): Promise<Draft> => (await show().expect(200)).body as Draft;
  const replace = (sections: unknown, ifMatch?: string | null, others: object = {}) => {
    const request = test.request().put(pathOf(desk, 'draft')).set(desk.admin);
    return (typeof ifMatch === 'string' ? request.set('If-Match', ifMatch) : request).send({
      sections,
      ...others,
    });
  };

  // workspace 3.1, 3.2
  it('is shown without an etag while nothing was edited, every section empty', async () => {
    const response = await show().expect(200);
    expect(response.get('ETag')).toBeUndefined();
    const empty = { state: 'empty', updated_at: null, updated_by: null };
    expect(response.body).toEqual({
      project_id: desk.projectId,
      etag: null,
      sections: Object.fromEntries(OWN_SECTIONS.map(({ name }) => [name, empty])),
      base_version_number: null,
      updated_at: null,
    });
  });

  // workspace 3.2
  it('tells what is valid and what is not, who edited it and when', async () => {
    await write(test, desk, llmPolicy).expect(200);
    clock.advance(1000);
    await write(test, desk, booking, { ...exampleOf(booking), services: [] }).expect(200);
    const response = await show().expect(200);
    const { etag, sections, updated_at } = response.body as Draft;
    expect(response.get('ETag')).toBe(`"${etag}"`);
    const now = clock.now().toISOString();
    expect(updated_at).toBe(now);
    expect(sections['booking']).toEqual({ state: 'invalid', updated_at: now, updated_by: desk.adminId });
    expect(sections['llm-policy']?.state).toBe('valid');
    expect(sections['email-delivery']?.state).toBe('empty');
  });

  it('begins from the newest version, whose sections are shown as valid', async () => {
    await publish(test, desk, 3, { 'llm-policy': exampleOf(llmPolicy) });
    expect(await draft()).toMatchObject({
      etag: null,
      base_version_number: 3,
      sections: {
        'llm-policy': { state: 'valid', updated_at: '2026-10-01T00:00:00.000Z', updated_by: 'somebody' },
      },
    });
    await write(test, desk, booking).expect(200);
    expect((await draft()).base_version_number).toBe(3);
  });

  // workspace 3.6; requests 6.8
  it('changes its etag with an edit of any section', async () => {
    await write(test, desk, booking).expect(200);
    const first = (await draft()).etag;
    await write(test, desk, llmPolicy).expect(200);
    const second = (await draft()).etag;
    expect(new Set([first, second, null]).size).toBe(3);
  });

  describe('replaced as a whole', () => {
    // workspace 3.3
    it('takes several sections at once, each with a row in the history', async () => {
      const saved = await replace(BOTH).expect(200);
      expect(saved.body).toEqual(await draft());
      expect(saved.get('ETag')).toBe(`"${(saved.body as Draft).etag}"`);
      expect(sectionOf(await read(test, desk, booking))).toMatchObject({
        source: 'draft',
        configuration: BOTH.booking,
      });
      expect((await historyOf(test, desk)).map(({ section }) => section).sort()).toEqual([
        'booking',
        'llm-policy',
      ]);
    });

    // workspace 3.3
    it('leaves alone what is not named, and what says what stands already', async () => {
      await replace(BOTH).expect(200);
      const before = await draft();
      const bookingBefore = sectionOf(await read(test, desk, booking)).etag;
      const changed = { ...BOTH.booking, closed_dates: [] };
      await replace({ ...BOTH, booking: changed }, `"${before.etag}"`).expect(200);
      expect(await historyOf(test, desk)).toHaveLength(3);
      expect(sectionOf(await read(test, desk, booking)).etag).not.toBe(bookingBefore);
      const after = await draft();
      expect(after.sections['llm-policy']).toEqual(before.sections['llm-policy']);
      const same = await replace({ booking: changed }, `"${after.etag}"`).expect(200);
      expect(same.body).toEqual(after);
      expect(await historyOf(test, desk)).toHaveLength(3);
    });

    it.each([
      ['no header', undefined, 428, 'precondition_required'],
      ['*', '*', 428, 'precondition_required'],
      ['a stale etag', '"stale"', 409, 'conflict'],
      ['no etag', '"open', 400, 'validation_failed'],
    ])('where a draft exists answers %s %s %i', async (_, header, status, code) => {
      await replace(BOTH).expect(200);
      const before = await draft();
      const refused = await replace({ booking: exampleOf(booking) }, header);
      expect([refused.status, codeOf(refused)]).toEqual([status, code]);
      expect(await draft()).toEqual(before);
    });

    // workspace 3.4, 3.6
    it('is guarded by an edit of a single section too', async () => {
      await replace({ booking: BOTH.booking }).expect(200);
      const { etag } = await draft();
      await write(test, desk, llmPolicy).expect(200);
      expect(
        codeOf(await replace({ booking: { ...BOTH.booking, enabled: false } }, `"${etag}"`).expect(409)),
      ).toBe('conflict');
    });

    it.each<[string, unknown, object, [string, string][]]>([
      ['no sections', undefined, {}, [['sections', 'missing']]],
      ['an empty set', {}, {}, [['sections', 'too_few']]],
      ['a list', [], {}, [['sections', 'object_type']]],
      ['an unknown section', { weather: {} }, {}, [['sections.weather', 'extra_forbidden']]],
      ['an unknown field', BOTH, { colour: 'red' }, [['colour', 'extra_forbidden']]],
      [
        'a wrong field of one of several',
        { ...BOTH, booking: { ...BOTH.booking, enabled: 'yes', shoe_size: 46 } },
        {},
        [
          ['sections.booking.shoe_size', 'extra_forbidden'],
          ['sections.booking.enabled', 'boolean_type'],
        ],
      ],
    ])('refuses %s and saves none of it', async (_, sections, others, fields) => {
      const refused = await replace(sections, null, others).expect(422);
      expect(fieldsOf(refused)).toEqual(fields);
      expect(await historyOf(test, desk)).toEqual([]);
      expect((await draft()).etag).toBeNull();
    });

    // Schemas would name each keyword; a body this large is not compared with them.
    it.each<[string, object, number]>([
      [
        'keywords by the hundred thousand',
        { stt: { keywords: Array.from({ length: 100_000 }, () => 7) } },
        422,
      ],
      [
        'fields by the thousand',
        Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, 1])),
        422,
      ],
    ])('refuses %s before anything else', async (_, configuration, status) => {
      const refused = await replace({ 'provider-configuration': configuration }).expect(status);
      expect(fieldsOf(refused)).toEqual([['body', 'too_long']]);
    });

    // workspace 3.8
    it('takes at most 512 KiB', async () => {
      const refused = await replace({ booking: { text: 'x'.repeat(512 * 1024) } }).expect(413);
      expect(codeOf(refused)).toBe('content_too_large');
    });

    // workspace 3.9
    it('of an archived project is 409, and it can still be read', async () => {
      desk = await aProjectFixture(test, 'archived');
      expect(codeOf(await replace(BOTH).expect(409))).toBe('project_archived');
      await show().expect(200);
    });

    it('lets one of two at once land', async () => {
      await replace(BOTH).expect(200);
      const { etag } = await draft();
      const answers = await Promise.all(
        ['2026-12-24', '2026-12-27'].map((day) =>
          replace({ booking: { ...BOTH.booking, closed_dates: [day] } }, `"${etag}"`),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await historyOf(test, desk)).toHaveLength(3);
    });

    it('is done once for a key, and writes one audit row that names the sections', async () => {
      const key = randomUUID();
      const first = await replace(BOTH).set('Idempotency-Key', key).expect(200);
      const second = await replace(BOTH).set('Idempotency-Key', key).expect(200);
      expect(second.get('Idempotent-Replayed')).toBe('true');
      expect(second.get('ETag')).toBe(first.get('ETag'));
      expect(second.body).toEqual(first.body);
      const rows = await test.world.sql(
        `SELECT action, metadata FROM audit_events WHERE metadata->>'project_id' = $1`,
        [desk.projectId],
      );
      expect(rows).toEqual([
        {
          action: 'project_draft.saved',
          metadata: {
            project_id: desk.projectId,
            sections: 'booking llm-policy',
            etag: (first.body as Draft).etag,
            previous_etag: null,
          },
        },
      ]);
    });
  });
});

describe('a section that is too large', () => {
  const test = useTestApp({ sections: [aSection(), aSection({ name: 'closing' })] });

  // workspace 1.10
  it('is refused by itself and in a draft, of which nothing is saved then', async () => {
    const desk = await aProjectFixture(test);
    const large = { text: 'x'.repeat(128 * 1024) };
    expect(codeOf(await write(test, desk, aSection(), large).expect(413))).toBe('content_too_large');
    const refused = await test
      .request()
      .put(pathOf(desk, 'draft'))
      .set(desk.admin)
      .send({ sections: { closing: { text: 'Bye.' }, greeting: large } });
    expect([refused.status, codeOf(refused)]).toEqual([413, 'content_too_large']);
    expect(await historyOf(test, desk)).toEqual([]);
  });
});
