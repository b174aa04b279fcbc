import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** Names of packages that a compiled module loads: by import, export, import(), require and resolve. */
function packagesOf(source: string): string[] {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !isOfTypes(node)) found.push(textOf(node.moduleSpecifier));
    else if (ts.isExportDeclaration(node) && !node.isTypeOnly) found.push(textOf(node.moduleSpecifier));
    else if (ts.isCallExpression(node) && loads(node.expression)) found.push(textOf(node.arguments[0]));
    ts.forEachChild(node, visit);
  };
  visit(file);
  const names = found
    .filter((name) => /^(@[\w.-]+\/)?[\w][\w.-]*(\/|$)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].filter((name) => !builtinModules.includes(name));
}

const textOf = (node: ts.Node | undefined): string => (node && ts.isStringLiteralLike(node) ? node.text : '');

/** Compilation removes these imports, except for a class that only a decorator's metadata names. */
const isOfTypes = ({ importClause }: ts.ImportDeclaration): boolean =>
  importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

const loads = (called: ts.Expression): boolean =>
  called.kind === ts.SyntaxKind.ImportKeyword ||
  /^(\w*[rR]equire|(\w*[rR]equire|import\.meta)\.resolve)$/.test(called.getText());

describe('the image', () => {
  const { dependencies } = JSON.parse(read('package.json')) as Package;
  const lock = JSON.parse(read('package-lock.json')) as Lock;
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !/\.spec\.ts$/.test(file));

  it.each([
    ["import { a } from 'left';", ['left']],
    ["import 'left/side';", ['left']],
    ["import type { A } from 'left';", []],
    ["export * from '@scope/left/side';", ['@scope/left']],
    ["const { a } = await import('left');", ['left']],
    [
      "createRequire(import.meta.url); require('left'); require.resolve('right/file.json');",
      ['left', 'right'],
    ],
    ["import.meta.resolve('left');", ['left']],
    ["import './near.js'; import 'node:fs'; import '#app/x.js';", []],
  ])('reads of %s which packages it loads', (source, names) => {
    expect(packagesOf(source)).toEqual(names);
  });

  it('installs every package that the service loads', () => {
    const loaded = sources.flatMap((file) => packagesOf(read(file)).map((name) => [name, file] as const));
    expect(new Set(loaded.map(([name]) => name)).size).toBeGreaterThan(25);
    expect(loaded.filter(([name]) => !(name in dependencies))).toEqual([]);
    const left = Object.keys(dependencies).filter((name) => {
      const locked = lock.packages[`node_modules/${name}`];
      return locked === undefined || locked.dev || locked.devOptional;
    });
    expect(left).toEqual([]);
  });

  it('is built from files that are committed', () => {
    const copied = read('Dockerfile')
      .split('\n')
      .flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    const committed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(
        committed.some((file) => file === path || file.startsWith(`${path}/`)),
        path,
      ).toBe(true);
    }
  });
});
