import { describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import {
  useProjectFixture,
  codeOf,
  fieldsOf,
  historyOf,
  publish,
  read,
  sectionOf,
  validate,
  write,
} from './editing.js';

const named = (name: string): SectionDefinition => OWN_SECTIONS.find((section) => section.name === name)!;

// From the contract's table: the guard that a write of a section needs once the section has a
// draft.
const OPTIONAL = ['provider-configuration', 'identity-verification', 'booking', 'email-delivery'];
const IF_MATCH = ['assistant', 'transfer-routing', 'llm-policy'];
const IF_MATCH_OR_TOKEN = ['plugin-configuration'];
const ALL = [...OPTIONAL, ...IF_MATCH, ...IF_MATCH_OR_TOKEN];
const NEEDED = [...IF_MATCH, ...IF_MATCH_OR_TOKEN];

describe('the guard of a write', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  const etagOf = async (section: SectionDefinition): Promise<string> =>
    sectionOf(await read(test, desk, section)).etag;

  /** A write of the example, with the current etag. */
  const sendAgain = async (section: SectionDefinition, ifMatch?: string, others: object = {}) => {
    const { part } = section.write;
    const standing = sectionOf(await read(test, desk, section));
    const version = part ? { [part.field]: standing[part.field] } : {};
    const request = write(test, desk, section, undefined, { ...version, ...others });
    return ifMatch === undefined ? request : request.set('If-Match', ifMatch);
  };

  describe.each(ALL)('of %s', (name) => {
    const section = named(name);

    it.each([
      ['no header', undefined],
      ['*', '*'],
    ])('lets the first draft begin with %s', async (_, header) => {
      expect((await sendAgain(section, header)).status).toBe(200);
    });

    // requests 6.7
    it('refuses wrong fields before it asks for a guard', async () => {
      await sendAgain(section);
      const answers = [
        await write(test, desk, section, 'no object'),
        await write(test, desk, section, 'no object').set('If-Match', '"stale"'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    });

    // requests 6.5
    it('takes the exact etag of the draft, quoted or bare, alone or in a list', async () => {
      await sendAgain(section);
      expect((await sendAgain(section, `"${await etagOf(section)}"`)).status).toBe(200);
      expect((await sendAgain(section, await etagOf(section))).status).toBe(200);
      expect((await sendAgain(section, `"other", "${await etagOf(section)}"`)).status).toBe(200);
    });

    it('takes the exact etag of what was published, and refuses another one', async () => {
      const first = sectionOf(await sendAgain(section));
      await publish(test, desk, 1, { [name]: first.configuration });
      expect(codeOf(await sendAgain(section, `"${first.etag}"`))).toBe('conflict');
      expect((await sendAgain(section, `"${await etagOf(section)}"`)).status).toBe(200);
    });

    // requests 6.3
    it('answers a stale etag 409 and keeps what stands', async () => {
      const stale = sectionOf(await sendAgain(section)).etag;
      const standing = sectionOf(await sendAgain(section, `"${stale}"`));
      const refused = await sendAgain(section, `"${stale}"`);
      expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict']);
      expect(await etagOf(section)).toBe(standing.etag);
      expect(await historyOf(test, desk)).toHaveLength(2);
    });

    // requests 6.5
    it('takes a weak etag for the strong one', async () => {
      const { etag } = sectionOf(await sendAgain(section));
      expect((await sendAgain(section, `W/"${etag}"`)).status).toBe(200);
      expect((await sendAgain(section, `W/"${etag}"`)).status).toBe(409);
    });

    // requests 6.6
    it('answers a header that is none 400', async () => {
      const refused = await sendAgain(section, '"open');
      expect([refused.status, codeOf(refused)]).toEqual([400, 'validation_failed']);
    });
  });

  // requests 6.1, 6.4; workspace 1.1
  it.each(OPTIONAL)('of %s may be left out, or be *, where a draft exists', async (name) => {
    const section = named(name);
    await sendAgain(section);
    expect((await sendAgain(section)).status).toBe(200);
    expect((await sendAgain(section, '*')).status).toBe(200);
  });

  // requests 6.2, 6.4; errors 2.10; workspace 1.1
  it.each(NEEDED)('of %s is 428 where a draft exists and it is left out or *', async (name) => {
    const section = named(name);
    const { etag } = sectionOf(await sendAgain(section));
    for (const header of [undefined, '*']) {
      const refused = await sendAgain(section, header);
      expect([refused.status, codeOf(refused)]).toEqual([428, 'precondition_required']);
    }
    expect(await etagOf(section)).toBe(etag);
  });

  // requests 6.1; workspace 1.1
  it.each(IF_MATCH_OR_TOKEN)('of %s may stand in the body as revision_token', async (name) => {
    const section = named(name);
    const { etag } = sectionOf(await sendAgain(section));
    const saved = await sendAgain(section, undefined, { revision_token: etag });
    expect(saved.status).toBe(200);
    expect((await sendAgain(section, undefined, { revision_token: etag })).status).toBe(409);
    const { etag: fresh } = sectionOf(saved);
    expect((await sendAgain(section, `"${fresh}"`, { revision_token: etag })).status).toBe(409);
    expect((await sendAgain(section, '*', { revision_token: fresh })).status).toBe(200);
  });

  it.each([...OPTIONAL, ...IF_MATCH])('of %s takes no revision_token', async (name) => {
    const refused = await sendAgain(named(name), undefined, { revision_token: 'default' });
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused)).toEqual([['revision_token', 'extra_forbidden']]);
  });

  it('counts for the validation of plugin-configuration too', async () => {
    const section = named('plugin-configuration');
    await validate(test, desk, section).expect(200);
    const { etag } = sectionOf(await sendAgain(section));
    expect(codeOf(await validate(test, desk, section).expect(428))).toBe('precondition_required');
    await validate(test, desk, section).set('If-Match', '*').expect(428);
    await validate(test, desk, section, { revision_token: 'stale' }).expect(409);
    await validate(test, desk, section, { revision_token: etag }).expect(200);
    await validate(test, desk, section).set('If-Match', `"${etag}"`).expect(200);
  });

  // workspace 2.1
  it('of transfer-routing includes the version of the customer destinations', async () => {
    const section = named('transfer-routing');
    const standing = sectionOf(await sendAgain(section));
    const version = standing['customer_destinations_version'] as number;
    const guarded = (others: object) =>
      write(test, desk, section, undefined, others).set('If-Match', `"${standing.etag}"`);
    expect((await guarded({ customer_destinations_version: version - 1 })).status).toBe(409);
    const missing = await guarded({ customer_destinations_version: undefined });
    expect([missing.status, fieldsOf(missing)]).toEqual([
      422,
      [['customer_destinations_version', 'missing']],
    ]);
    expect((await guarded({ customer_destinations_version: version })).status).toBe(200);
  });
});
