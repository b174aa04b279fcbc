import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOfSubjects, subjectsOf } from './commits.ts';
import { faultOf, figuresOf, LONG, sentencesOf, type Text } from './sentences.ts';
import { commentLines, comments, messages, openApiTexts, pages, type Reader } from './texts.ts';

const ROOT = join(import.meta.dirname, '../..');

const KINDS: Readonly<Record<string, Reader>> = {
  contract: pages('docs/contract/*.md'),
  guides: pages('README.md', 'CONTRIBUTING.md', 'docs/*.md'),
  decisions: pages('docs/adr/*.md'),
  openapi: openApiTexts,
  messages,
  comments,
};

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, list: { type: 'string' }, at: { type: 'string' } },
});

if (values.check) check();
else if (values.list !== undefined)
  process.stdout.write(`${faultsOf(KINDS[values.list]!(ROOT)).join('\n')}\n`);
else if (values.at === undefined) print(ROOT, 'HEAD');
else printAt(values.at);

/**
 * Fails on a forbidden opening or word, and on subjects of commits that break the rules of
 * CONTRIBUTING.
 */
function check(): void {
  const faults = [
    ...Object.values(KINDS).flatMap((reader) => faultsOf(reader(ROOT))),
    ...faultsOfSubjects(subjectsOf(ROOT, 'HEAD')),
  ];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

function faultsOf(texts: readonly Text[]): string[] {
  return texts.flatMap(({ file, line, text, isHeading }) =>
    sentencesOf(text).flatMap((sentence) => {
      const fault = faultOf(sentence, isHeading);
      return fault === undefined ? [] : [`${file}${line > 0 ? `:${line}` : ''} ${fault}: ${sentence}`];
    }),
  );
}

/** The figures of a commit, from its files in a temporary folder. */
function printAt(commit: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'prose-'));
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    print(folder, commit);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function print(root: string, commit: string): void {
  const row = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(10) : String(cell).padStart(11))).join('');
  const lines = [row(['', 'sentences', 'words each', `over ${LONG}`, 'openings', 'indefinite'])];
  for (const [kind, reader] of Object.entries(KINDS)) {
    const { sentences, words, long, openings, indefinite } = figuresOf(reader(root));
    lines.push(row([kind, sentences, (words / sentences).toFixed(1), long, openings, indefinite]));
  }
  const subjects = subjectsOf(ROOT, commit);
  lines.push(`comment lines in src: ${commentLines(root)}`);
  lines.push(
    `subjects of the last ${subjects.length} commits with a fault: ${faultsOfSubjects(subjects).length}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}
