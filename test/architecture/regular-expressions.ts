import { globSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';

interface Literal {
  readonly file: string;
  readonly pattern: RegExp;
}

export const SOURCES: readonly string[] = globSync('src/**/*.ts', { exclude: ['**/*.spec.ts'] });

/** Every regular expression literal in the sources. */
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

/**
 * Whether a backtracking matcher can need more steps than a multiple of the text's length,
 * according to the automaton of the expression rather than a clock.
 */
export const isSlow = ({ source, flags }: RegExp): boolean => analyse({ source, flags }).reports.length > 0;
