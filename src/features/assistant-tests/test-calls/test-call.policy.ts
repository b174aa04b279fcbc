import type { RateWindow, RateWindows, WindowName } from '../../../core/rate-limit/rate-limit.decorator.js';

/**
 * Whether a number may be called for a test. If a project lists test numbers, only those may be
 * called.
 * @param overrides a section `testing-overrides`, drafted or published
 */
export function isTestNumber(
  overrides: Readonly<Record<string, unknown>> | undefined,
  number: string,
): boolean {
  const listed: unknown = overrides?.['test_numbers'];
  return !Array.isArray(listed) || listed.length === 0 || listed.includes(number);
}

/** The name under which test calls are counted. */
export const TEST_CALL = 'workspace.test-call';

/**
 * How often one telephone may be called: twice as often as by the public demonstration. Across all
 * tenants and per hour, because it protects the person who is called, who may not have asked for
 * it.
 */
export const DESTINATION_WINDOW: RateWindow = { limit: 10, seconds: 3600 };

const WHOSE: Readonly<Record<WindowName, string>> = {
  caller: 'by you and your keys',
  tenant: 'of this client',
  project: 'of this project',
  destination: 'to this number',
};

// A caller waits for the slowest of the full windows.
const SLOWEST_FIRST: readonly WindowName[] = ['destination', 'tenant', 'project', 'caller'];

/** The message for full windows names the slowest of them. */
export function fullestWindow(full: readonly WindowName[], windows: RateWindows): string {
  const name = SLOWEST_FIRST.find((it) => full.includes(it)) ?? 'caller';
  const { limit, seconds } = windows[name]!;
  return `Too many test calls ${WHOSE[name]}: ${limit} ${seconds === 60 ? 'a minute' : 'an hour'} (window: ${name}). Wait for the time in Retry-After.`;
}
