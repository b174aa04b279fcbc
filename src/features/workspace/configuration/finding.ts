import type { Finding } from './section-definition.js';

/** A finding that blocks publishing. */
export const error = (code: string, path: string, message: string): Finding => ({
  severity: 'error',
  code,
  path,
  message,
});

/** A finding that is worth a look and blocks nothing. */
export const warning = (code: string, path: string, message: string): Finding => ({
  severity: 'warning',
  code,
  path,
  message,
});

/** The indexes of a list whose key was there before. */
export function repeatsIn<T>(list: readonly T[], keyOf: (item: T) => string): number[] {
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const key = keyOf(item);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
