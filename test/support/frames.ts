import type { RunnerTestSuite } from 'vitest';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** Reads and writes the newest instance, under one name that can be declared before it exists. */
function standIn<T extends object>(made: () => T): T {
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(made(), name) as unknown,
    set: (_, name, value) => Reflect.set(made(), name, value),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made(), name),
  });
}

function present<T>(made: T | undefined): T {
  if (made === undefined)
    throw new Error(
      'What a test starts from is there in tests and in hooks, and not while they are declared.',
    );
  return made;
}

/** A value that is created again before every test of the file or the describe. */
export function perTest<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined;
  beforeEach(async () => {
    made = await make();
  });
  return standIn(() => present(made));
}

/** Whether one of the tests, or a hook before them, has failed. */
const hasFailed = ({ result, tasks }: Readonly<RunnerTestSuite>): boolean =>
  result?.state === 'fail' ||
  tasks.some((task) => ('tasks' in task ? hasFailed(task) : task.result?.state === 'fail'));

/**
 * A value that the tests of a file, or of a describe, share: made before the first of them and
 * closed after the last.
 */
export function perSuite<T extends object>(
  make: () => Promise<T>,
  close: (made: T, hadFailure: boolean) => unknown = () => undefined,
): T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  afterAll(async ({}, suite) => {
    if (made !== undefined) await close(made, hasFailed(suite));
  });
  return standIn(() => present(made));
}
