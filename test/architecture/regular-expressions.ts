import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

interface Literal {
  readonly file: string;
  readonly pattern: RegExp;
}

export const SOURCES: readonly string[] = globSync('src/**/*.ts', { exclude: ['**/*.spec.ts'] });

/** Every regular expression that is written out in the sources. */
export const literalsOf = (): Literal[] =>
  SOURCES.flatMap((file) => literalsIn(file, readFileSync(file, 'utf8')));

export function literalsIn(file: string, text: string): Literal[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ file, pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Sample characters of each class for hostile texts. */
const SAMPLES: readonly (readonly [in_: RegExp, samples: string])[] = [
  [/\\d|\\p\{N/, '1'],
  [/\\w|\\p\{L|\\p\{sc=Latin|a-z|A-Z|\\S|\./, 'aA'],
  [/\\s|\\p\{Z|\./, ' \n'],
  [/Hebrew/, 'א'],
  [/Arabic/, 'ب'],
  [/\\p\{M/, '\u0301'],
  [/\[\^/, 'x~'],
];

/**
 * Texts that make a bad expression go back again and again: what it is made of, alone and in pairs,
 * then something else.
 */
export function* hostileTexts({ source }: RegExp, length: number): Generator<string> {
  const named = source.replace(/\\[pP]\{[^}]*\}|\\u\{?[0-9A-Fa-f]+\}?|\\[a-zA-Z]/g, '');
  const signs = new Set([...named].filter((sign) => !'\\()[]{}^$|?*+<>=!'.includes(sign)));
  for (const [kind, samples] of SAMPLES) if (kind.test(source)) for (const sign of samples) signs.add(sign);
  const atoms = [...signs].slice(0, 16);
  for (const one of atoms) {
    yield one.repeat(length);
    yield `${one.repeat(length)}\0`;
    for (const other of atoms) if (one !== other) yield `${(one + other).repeat(length / 2)}\0`;
  }
  // Behind the word that it begins with, an expression may go through the rest of the text, once
  // for each time that the word comes.
  const words = new Set(named.match(/[A-Za-z]{2,}/g)?.slice(0, 12));
  for (const word of words) yield `${`${word} `.repeat(length / (word.length + 1))}\0`;
}

/**
 * The least of five times in milliseconds: what else the machine does only adds.
 * @param enough a time below which the others need not be taken
 */
export function timeOf(pattern: RegExp, text: string, enough = 0): number {
  let least = Infinity;
  for (let run = 0; run < 5 && least >= enough; run += 1) {
    const from = performance.now();
    if (pattern.global) text.replace(pattern, '');
    else pattern.test(text);
    least = Math.min(least, performance.now() - from);
  }
  return least;
}
