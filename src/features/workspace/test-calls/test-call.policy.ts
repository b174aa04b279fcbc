/**
 * Whether a number may be called for a test. A project that lists its test numbers wants no other one to ring.
 * @param overrides a section `testing-overrides`, drafted or published
 */
export function isTestNumber(
  overrides: Readonly<Record<string, unknown>> | undefined,
  number: string,
): boolean {
  const listed: unknown = overrides?.['test_numbers'];
  return !Array.isArray(listed) || listed.length === 0 || listed.includes(number);
}
