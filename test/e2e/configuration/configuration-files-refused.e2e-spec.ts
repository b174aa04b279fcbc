import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { useProjectFixture, codeOf, fieldsOf, historyOf, pathOf } from './editing.js';
import { exported, IMPORT } from './filing.js';
import { booking, send } from '../releases/releasing.js';

describe('a file that is not as it should be', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);

  const bring = (body: object) => send(test, desk, 'post', IMPORT, { body });

  // workspace 12.5
  it.each([
    ['names at its root', (names: string) => `{"schema_version":1,"sections":{},${names}}`],
    ['names of sections', (names: string) => `{"schema_version":1,"sections":{${names}}}`],
    ['fields in a section', (names: string) => `{"schema_version":1,"sections":{"booking":{${names}}}}`],
  ])('is refused as too wide with two MiB of %s', async (_, bodyOf) => {
    const names = Array.from({ length: 150_000 }, (_name, index) => `"k${index}":0`).join(',');
    const refused = await send(test, desk, 'post', IMPORT)
      .set('Content-Type', 'application/json')
      .send(bodyOf(names))
      .expect(422);
    expect(fieldsOf(refused)).toEqual([['body', 'too_long']]);
  });

  // workspace 12.5; errors 2.9
  it.each([
    [
      'a form to come',
      { schema_version: 2 },
      ['schema_version', 'schema_version_unknown'],
      /is 2: .* version 1/,
    ],
    ['a form in words', { schema_version: '1' }, ['schema_version', 'schema_version_unknown'], /version 1/],
    ['no form', { schema_version: undefined }, ['schema_version', 'missing'], /./],
    [
      'a value that was changed',
      { project: { display_name: 'X' } },
      ['checksum', 'checksum_mismatch'],
      /omit checksum/,
    ],
    ['a checksum that is none', { checksum: 'sha256' }, ['checksum', 'pattern_mismatch'], /64 hex digits/],
    ['a field there is not', { owner: 'me' }, ['owner', 'extra_forbidden'], /./],
    ['a section there is not', { sections: { unknown: {} } }, ['sections.unknown', 'extra_forbidden'], /./],
    ['sections that are none', { sections: [] }, ['sections', 'not_object'], /./],
    ['no section', { sections: {} }, ['sections', 'too_short'], /./],
    [
      'a name for a secret it does not have',
      { secret_names: { NONE: 'OTHER' } },
      ['secret_names.NONE', 'secret_unknown'],
      /not a secret/,
    ],
    [
      'a name that no secret has',
      { secret_names: { 'a b': 'OTHER' } },
      ['secret_names.(unnamed)', 'extra_forbidden'],
      /./,
    ],
  ])('is refused with %s, and nothing is written', async (_, change, [field], message) => {
    const file = { ...(await exported(test, desk)), ...change };
    const refused = await bring(file).expect(422);
    expect(refused.text).toMatch(message);
    expect(fieldsOf(refused).map(([name]) => name)).toContain(field);
    expect(await historyOf(test, desk)).toEqual([]);
  });

  // workspace 12.5
  it('is refused with the path of a field in a section that is not known', async () => {
    const { checksum: _, ...file } = await exported(test, desk);
    const odd = { ...file, sections: { ...file.sections, booking: { ...booking(), more: 1 } } };
    expect(fieldsOf(await bring(odd).expect(422)).map(([field]) => field)).toEqual(['sections.booking.more']);
    expect(fieldsOf(await bring([]).expect(422)).map(([field]) => field)).toEqual(['body']);
  });

  // workspace 12.5, 1.10
  it('is refused with a section that is too large, too wide or too deep', async () => {
    const file = { schema_version: 1 };
    const large = { booking: { text: 'x'.repeat(128 * 1024) } };
    await bring({ ...file, sections: large }).expect(413);
    await bring({
      ...file,
      sections: { booking: { services: Array.from({ length: 1001 }, () => 1) } },
    }).expect(422);
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object;
    await bring({ ...file, sections: { booking: deep } }).expect(422);
    await bring({
      ...file,
      sections: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`s${n}`, {}])),
    }).expect(422);
    expect(await historyOf(test, desk)).toEqual([]);
  });

  // workspace 12.5
  it('may take 2 MiB, with all its blanks', async () => {
    const { checksum: _, ...file } = await exported(test, desk);
    const text = JSON.stringify(file);
    const taken = async (bytes: number) =>
      (
        await test
          .request()
          .post(`${pathOf(desk, IMPORT)}?dry_run=true`)
          .set({ ...desk.admin, 'Idempotency-Key': randomUUID(), 'Content-Type': 'application/json' })
          .send(text.padEnd(bytes))
      ).status;
    expect(await taken(2 * 1024 * 1024)).toBe(200);
    expect(await taken(2 * 1024 * 1024 + 1)).toBe(413);
  });

  // workspace 12.15; requests 8.1
  it('is limited with all others to 60 in 60 seconds of a person', async () => {
    const refused = await Promise.all(Array.from({ length: 60 }, () => bring([])));
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 422));
    const limited = await bring([]).expect(429);
    expect(codeOf(limited)).toBe('rate_limited');
    expect(limited.get('RateLimit-Policy')).toBe('"caller";q=60;w=60');
  });
});
