import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guideOf } from '../../portal/guide.ts';
import type { Block } from '../../portal/src/guide/chapter.ts';
import { CHAPTERS } from '../../portal/src/guide/chapters.ts';
import {
  ANALYTICS_READERS,
  CUSTOMER_ROLES,
  PARTNER_ROLES,
  PORTAL_ROLES,
} from '../../src/core/shared/roles.js';
import { OWN_SECTIONS } from '../../src/features/configuration/sections/section-files.js';

const ROOT = new URL('../../', import.meta.url);
const TEXTS = new URL('portal/src/texts/', ROOT);
const read = (path: string, from = ROOT): string => readFileSync(new URL(path, from), 'utf8');
const LANGUAGES = ['en', 'de'] as const;
/** The API's texts are in English; the portal has only the translations. */
const OWN_OF_GERMAN = ['faults.json'];

const filesOf = (language: string): string[] =>
  globSync('**/*.json', { cwd: new URL(`${language}/`, TEXTS) }).toSorted();

function entriesOf(value: object, path = ''): [key: string, text: string][] {
  return Object.entries(value).flatMap(([name, own]: [string, unknown]) =>
    typeof own === 'object' && own !== null
      ? entriesOf(own, `${path}${name}.`)
      : [[path + name, String(own)] as [string, string]],
  );
}
const textsOf = (language: string, file: string): [key: string, text: string][] =>
  entriesOf(JSON.parse(read(`${language}/${file}`, TEXTS)) as object);

describe('the texts of the portal', () => {
  it('have the same keys in both languages', () => {
    const german = filesOf('de').filter((file) => !OWN_OF_GERMAN.includes(file));
    expect(german).toEqual(filesOf('en'));
    for (const file of german) {
      const keys = LANGUAGES.map((language) =>
        textsOf(language, file)
          .map(([key]) => key)
          .toSorted(),
      );
      expect(keys[1], file).toEqual(keys[0]);
    }
  });

  it.each(LANGUAGES)('name and explain every role: %s', (language) => {
    const groupOf = (file: string, group: string) =>
      (JSON.parse(read(file, TEXTS)) as Readonly<Record<string, Readonly<Record<string, object>>>>)[group]!;
    const names = groupOf(`${language}/shared.json`, 'roles');
    const help = groupOf(`${language}/people/people.json`, 'roleHelp');
    expect(ANALYTICS_READERS.filter((role) => !(role in names))).toEqual([]);
    const { peopleOf = {} } = groupOf(`${language}/calls/followUp.json`, 'followUp');
    expect([...PARTNER_ROLES, ...CUSTOMER_ROLES].filter((role) => !(role in help))).toEqual([]);
    expect(PORTAL_ROLES.filter((role) => !(role in peopleOf))).toEqual([]);
    const { scopeHelp = {} } = groupOf(`${language}/integrations/integrations.json`, 'keysOfApi');
    expect(PARTNER_ROLES.filter((role) => !(role in scopeHelp))).toEqual([]);
  });

  // workspace section 7
  it('have every finding of a section in German', () => {
    const { findings } = JSON.parse(read('sections/de.json', TEXTS)) as { findings: Record<string, string> };
    const codes = OWN_SECTIONS.flatMap(({ rules }) => rules.map(([code]) => code));
    expect([...new Set(codes)].filter((code) => !(code in findings))).toEqual([]);
  });
});

it('dates and numbers of the portal are written as in the reader’s locale, not as in the language alone', () => {
  const files = globSync('portal/src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/generated/**'] });
  const other = /new Intl\.(?:DateTime|Number|RelativeTime)Format\((?!locale\b|useLocale\(\)|'en)/;
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => other.test(read(file)))).toEqual([]);
});

describe('the guide of the portal', () => {
  const guides = { en: guideOf(read('docs/portal-guide.md')), de: guideOf(read('docs/portal-guide.de.md')) };
  const partsOf = (block: Block) =>
    block.kind === 'section' ? [] : block.kind === 'text' ? block.of : block.items.flat();
  const shapeOf = (blocks: readonly Block[]): string[] =>
    blocks.map((block) => (block.kind === 'list' ? `list of ${block.items.length}` : block.kind));

  it('has the chapters that pages lead to, in their order', () => {
    const anchors = guides.en.chapters.map(({ title }) => title.toLowerCase().replaceAll(' ', '-'));
    expect(anchors).toEqual(CHAPTERS);
  });

  it('has the same chapters, sections and lists in both languages', () => {
    const shapes = LANGUAGES.map((language) =>
      guides[language].chapters.map(({ blocks }) => shapeOf(blocks)),
    );
    expect(shapes[1]).toEqual(shapes[0]);
  });

  it.each(LANGUAGES)('explains words that the pages have: %s', (language) => {
    const shown = filesOf(language)
      .flatMap((file) => textsOf(language, file).map(([, text]) => text.toLowerCase()))
      .join('\n');
    const explained = guides[language].chapters
      .flatMap(({ blocks }) => blocks.flatMap(partsOf))
      .flatMap((part) => (typeof part !== 'string' && part.kind === 'strong' ? [part.text] : []))
      // The document may break lines anywhere.
      .map((text) => text.replaceAll(/\s+/g, ' '));
    expect(explained.length).toBeGreaterThan(50);
    expect(explained.filter((word) => !shown.includes(word.toLowerCase()))).toEqual([]);
  });

  it.each([
    ['HTML', '<b>bold</b>', 'html'],
    ['an image', '![x](https://example.org/x.png)', 'image'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'table'],
    ['a link to a chapter that does not exist', '[here](#nowhere)', 'link'],
  ])('is not built with %s', (_, markdown, type) => {
    expect(() => guideOf(`# Guide\n\n## One\n\n${markdown}\n`)).toThrow(`(${type})`);
  });

  it('holds no address of another place', () => {
    const [chapter] = guideOf(
      '# Guide\n\n## One\n\n[here](javascript:alert(1)) and [there](#one)\n',
    ).chapters;
    expect(chapter?.blocks).toEqual([
      { kind: 'text', of: ['here', ' and ', { kind: 'link', text: 'there', chapter: 0 }] },
    ]);
  });
});
