import { UsageError } from '../../process.js';
import { matching, readOptions, type Option } from '../options.js';
import type { Limits } from './verdict.policy.js';

const USAGE = `Usage: migrate [--check [--large-mib N] [--large-rows N]]

Without options it brings the metadata store and all tenant stores to the newest schema.

--check        says what it would do to each store, statement by statement, and changes nothing:
               locks as tried on an empty copy of the schema, durations from the sizes of the tables
  --large-mib N    a table beyond N MiB (100) may not be read or rewritten while others wait
  --large-rows N   a statement may change N rows (100000)

Exit status: 0 done, or every migration may run; 1 failed or refused; 2 wrong options.
`;

const WHOLE = matching(/^[1-9]\d{0,8}$/, 'must be a whole number from 1');

const OPTIONS = {
  check: { flag: true },
  'large-mib': { check: WHOLE, fallback: null },
  'large-rows': { check: WHOLE, fallback: null },
} as const satisfies Readonly<Record<string, Option>>;

/**
 * Parses the command line of `migrate`.
 * @returns the limits of a check; null: it migrates
 * @throws UsageError naming all errors at once
 */
export function readMigrateOptions(args: readonly string[]): Limits | null {
  const { check, ...limits } = readOptions(
    'migrate',
    OPTIONS,
    args,
    { storeIds: [], now: new Date(0) },
    USAGE,
  );
  if (!check) {
    if (Object.values(limits).some((it) => it !== null))
      throw new UsageError(`These options need --check.\n\n${USAGE}`);
    return null;
  }
  // 100 MiB are read in about a tenth of a second, and 100,000 rows changed in about one.
  return {
    largeBytes: Number(limits['large-mib'] ?? 100) * 1024 * 1024,
    rows: Number(limits['large-rows'] ?? 100_000),
  };
}
