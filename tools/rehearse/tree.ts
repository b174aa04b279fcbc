import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The number of migrations between the two versions of an upgrade, unless a commit is named. */
const MIGRATIONS_BETWEEN = 5;

/** The sources of a version, and its build in `dist`. */
export interface Tree {
  readonly root: string;
  readonly commit: string;
}

export const PRESENT: Tree = { root: ROOT, commit: 'the present tree' };

/**
 * Runs a built program of a version to its end.
 * @throws Error with its output if it fails
 */
export async function runBuilt(
  tree: Tree,
  module: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  try {
    const command = [join(tree.root, 'dist', module), ...args];
    return (await run(process.execPath, command, { env, cwd: tree.root })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${module} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * The commit before the last few migrations.
 * @returns null without a history that long
 */
export async function earlierCommit(): Promise<string | null> {
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: ROOT })).stdout.trim();
  try {
    const added = await git(
      'log',
      '--diff-filter=A',
      '--format=%H',
      '--',
      'src/migrations/*/*.ts',
      'src/features/*/migrations/*.ts',
    );
    const commit = added.split('\n')[MIGRATIONS_BETWEEN - 1];
    return commit === undefined || commit === '' ? null : await git('rev-parse', '--short', `${commit}^`);
  } catch {
    return null;
  }
}

/**
 * Writes the files of a commit into a folder and builds the service there, with the packages of the
 * present tree.
 * @throws Error if git does not know the commit, or it does not compile
 */
export async function buildCommit(commit: string, root: string): Promise<Tree> {
  mkdirSync(root, { recursive: true });
  const archive = spawn('git', ['archive', '--format=tar', commit], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const extract = spawn('tar', ['-x', '-C', root], { stdio: [archive.stdout, 'inherit', 'inherit'] });
  const codes = await Promise.all([once(archive, 'exit'), once(extract, 'exit')]);
  if (codes.some(([code]) => code !== 0)) throw new Error(`git has no files of ${commit}.`);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root });
  return { root, commit };
}
