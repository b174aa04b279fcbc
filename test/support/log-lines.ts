import type { TestApp } from './app.js';

/** Log lines of the application that have all of these fields. */
export const logLines = (
  test: Pick<TestApp, 'logs'>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] =>
  test
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
