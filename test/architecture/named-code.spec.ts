import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../..');
const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
// Names in backticks that can only be code, and the code whose errors a doc block refers to.
const NAMED = /`([A-Za-z_$][\w$]*(?:\.[\w$]+)?)`|@throws\s+as\s+([A-Z]\w*\.\w+)/g;
const IS_CODE = /[a-z][A-Z]|^[A-Z][a-z]/;

const files = globSync(['{src,tools,test}/**/*.ts', 'portal/src/**/*.ts{,x}'], { cwd: repository }).map(
  (file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    return { file, code: text.replace(COMMENT, ''), comments: text.match(COMMENT) ?? [] };
  },
);
const wordsOf = (code: string): Set<string> => new Set(code.match(/[\w$]+/g));
const words = wordsOf(files.map(({ code }) => code).join('\n'));
const classes = new Map(
  files.flatMap(({ code }) =>
    [...code.matchAll(/\b(?:class|interface) (\w+)/g)].map(([, name]) => [name!, wordsOf(code)] as const),
  ),
);

/** Whether the code has this name; a member must be in the same file as its class. */
function exists(name: string): boolean {
  const [owner = '', member] = name.split('.');
  if (member === undefined) return !IS_CODE.test(owner) || words.has(owner);
  const members = classes.get(owner);
  return members ? members.has(member) : !IS_CODE.test(member) || words.has(member);
}

describe('a name of code in a comment', () => {
  const named = files
    .filter(({ file }) => file.startsWith('src/'))
    .flatMap(({ file, comments }) =>
      [...comments.join('\n').matchAll(NAMED)].map(([, quoted, thrown]) => ({
        file,
        name: quoted ?? thrown!,
      })),
    );

  it('is one that there is', () => {
    expect(named.filter(({ name }) => !exists(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });

  it.each([
    ['ClaimService.claim', true],
    ['ClaimService.handOut', false],
    ['PlatformError', true],
    ['Platform' + 'Fault', false],
  ])('%s: %s', (name, expected) => {
    expect(exists(name)).toBe(expected);
  });
});
