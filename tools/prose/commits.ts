import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// As many as a review covers. A shallow clone has fewer, a release has none; both are checked as
// far as possible.
const LOOKED_AT = 50;
// The longest subject that `git log --oneline` and repository hosts show without a break.
const LONGEST = 72;

/**
 * Subjects of the newest commits along first parents, without merges; none without a repository.
 */
export function subjectsOf(root: string, commit: string): string[] {
  // A release may be unpacked inside another repository, whose commits are not ours.
  if (!existsSync(join(root, '.git'))) return [];
  try {
    const log = ['log', '--first-parent', '--no-merges', '--format=%s', `--max-count=${LOOKED_AT}`, commit];
    const output = execFileSync('git', log, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.split('\n').filter((subject) => subject !== '');
  } catch {
    return [];
  }
}

/**
 * Checks the rules of CONTRIBUTING that a program can check: the length of a subject and its last
 * character.
 */
export const faultsOfSubjects = (subjects: readonly string[]): string[] =>
  subjects.flatMap((subject) => [
    ...(subject.length > LONGEST
      ? [`commit subject of ${subject.length} characters, of ${LONGEST}: ${subject}`]
      : []),
    ...(subject.endsWith('.') ? [`commit subject ends with a full stop: ${subject}`] : []),
  ]);
