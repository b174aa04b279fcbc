import { join } from 'node:path';
import { faultsOfSubjects, subjectsOf } from './commits.ts';
import { faultOf, sentencesOf } from './sentences.ts';
import { comments, messages, openApiTexts, pages } from './texts.ts';

// Fails on a forbidden opening or word, and on subjects of commits that break the rules of
// CONTRIBUTING.
const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/contract/*.md', 'docs/adr/*.md'];

const texts = [pages(...PAGES), openApiTexts, messages, comments].flatMap((reader) => reader(ROOT));
const faults = texts.flatMap(({ file, line, text, isHeading }) =>
  sentencesOf(text).flatMap((sentence) => {
    const fault = faultOf(sentence, isHeading);
    return fault === undefined ? [] : [`${file}${line > 0 ? `:${line}` : ''} ${fault}: ${sentence}`];
  }),
);
const all = [...faults, ...faultsOfSubjects(subjectsOf(ROOT, 'HEAD'))];
process.stdout.write(all.map((fault) => `${fault}\n`).join(''));
if (all.length > 0) process.exitCode = 1;
