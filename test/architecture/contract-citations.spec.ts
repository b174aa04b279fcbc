import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  brokenCitations,
  citationsIn,
  contractPage,
  otherCitations,
  untestedRules,
} from './contract-pages.js';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const filesBelow = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && /\.(?:ts|mjs|js|md|sh|sql)$/.test(it.name))
    .map((it) => `${it.parentPath}/${it.name}`.slice(root.pathname.length).replaceAll('//', '/'))
    .sort();

const CONTRACT = 'docs/contract';
const PAGES = readdirSync(new URL(`${CONTRACT}/`, root))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort()
  .map((name) => contractPage(name.slice(0, -'.md'.length), read(`${CONTRACT}/${name}`)));
const NAMES = PAGES.map(({ name }) => name);

// This file plants violations, and the contract's README explains the form with examples.
const NOT_READ = ['test/architecture/contract-citations.spec.ts', `${CONTRACT}/README.md`];
const TEXTS = [
  ...['src', 'test', 'tools', 'bench', 'docs'].flatMap(filesBelow),
  '.dependency-cruiser.mjs',
  'README.md',
  'CONTRIBUTING.md',
]
  .filter((file) => !NOT_READ.includes(file))
  .map((file) => ({ file, text: read(file) }));
const CITATIONS = TEXTS.flatMap(({ file, text }) => citationsIn(file, text, NAMES));

describe('the contract', () => {
  it('numbers its rules in order and gives no number twice', () => {
    expect(PAGES.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('lists all of its pages', () => {
    const contents = read(`${CONTRACT}/README.md`);
    expect(NAMES.filter((name) => !contents.includes(`| [${name}](${name}.md) `))).toEqual([]);
  });

  it('has every rule that is cited', () => {
    expect(brokenCitations(CITATIONS, PAGES)).toEqual([]);
  });

  it('is cited by page and number alone', () => {
    expect(TEXTS.flatMap(({ file, text }) => otherCitations(file, text))).toEqual([]);
  });

  it('has a test for every rule', () => {
    const remedy =
      'Write a test that fails when the rule is broken, in the file of what it is about, and cite it there in a comment: ' +
      '`// <page> <number>`. Where there is such a test, cite the rule above it';
    expect(untestedRules(CITATIONS, PAGES), remedy).toEqual([]);
  });
});

describe('the check of the contract', () => {
  const PLANTED = contractPage('errors', '# Errors\n\n## 1. Shapes\n\n**1.1** One.\n\n- **1.2** Two.\n');
  const cited = (text: string) => brokenCitations(citationsIn('src/a.ts', text, ['errors']), [PLANTED]);

  it('accepts rules and sections that there are', () => {
    expect(cited('// (errors 1.1, 1.2); errors section 1\n/** (errors\n * 1.2) */')).toEqual([]);
  });

  it.each([
    ['a rule that does not exist', '// errors 1.3', 'src/a.ts:1: there is no errors 1.3'],
    ['one after others', '\n// errors 1.1, 1.2 and 9.1', 'src/a.ts:2: there is no errors 9.1'],
    ['one over the end of a line', '/** (errors\n * 2.1) */', 'src/a.ts:1: there is no errors 2.1'],
    ['a section that does not exist', '// errors section 2', 'src/a.ts:1: there is no errors section 2'],
  ])('finds a citation of %s', (_, text, fault) => {
    expect(cited(text)).toEqual([fault]);
  });

  it.each([
    ['a number twice', '## 1. A\n**1.1** x\n**1.1** y', 'errors 1.1 occurs twice'],
    ['a smaller number after a greater one', '## 1. A\n**1.2** x\n**1.1** y', 'errors 1.1 is out of order'],
    ['a rule in another section', '## 1. A\n**2.1** x', 'errors 2.1 stands in another section'],
    ['a section out of order', '## 2. A\n**2.1** x', 'errors: section 2 is out of order'],
  ])('finds %s', (_, text, fault) => {
    expect(contractPage('errors', text).faults).toEqual([fault]);
  });

  it.each([
    '/** What goes out (contract, "Response shapes"). */',
    '/** Contract, "Versioning" 4. */',
    '// Absent and foreign are one answer (contract, global rule 2).',
    ' * D1 of the decisions',
    '/** Scopes of the contract\'s "Authentication" 6. */',
  ])('finds a citation in another form: %s', (line) => {
    expect(otherCitations('src/a.ts', `\n${line}\n`)).toEqual([`src/a.ts:2: ${line.trim()}`]);
  });

  it('lists a rule that the code cites and no test does', () => {
    const inCode = citationsIn('src/a.ts', '// errors 1.1', ['errors']);
    const inTest = citationsIn('src/a.spec.ts', '// errors 1.2', ['errors']);
    expect(untestedRules([...inCode, ...inTest], [PLANTED])).toEqual(['errors 1.1']);
  });
});
