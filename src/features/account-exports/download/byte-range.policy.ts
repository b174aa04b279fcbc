/** The result of reading a Range header: its ranges, or -1 (none can be met) or -2 (malformed). */
type ReadRanges = readonly { readonly start: number; readonly end: number }[] | -1 | -2 | undefined;

/** The bytes from `start` up to, but not including, `end`; `partial` is 206. */
export interface ServedRange {
  readonly kind: 'whole' | 'partial' | 'unsatisfiable';
  readonly start: number;
  readonly end: number;
}

/**
 * Which bytes a download sends (account-exports 4.2, RFC 9110). A range is ignored if If-Range
 * names another file, if it is malformed, or if there are several.
 * @param ifRange the header, if sent
 * @param etag of the file
 */
export function servedRange(
  ranges: ReadRanges,
  ifRange: string | undefined,
  etag: string,
  bytes: number,
): ServedRange {
  const whole = { kind: 'whole', start: 0, end: bytes } as const;
  if (ranges === undefined || ranges === -2 || (ifRange !== undefined && ifRange !== etag)) return whole;
  if (ranges === -1) return { kind: 'unsatisfiable', start: 0, end: 0 };
  const [range, ...others] = ranges;
  if (range === undefined || others.length > 0) return whole;
  return { kind: 'partial', start: range.start, end: range.end + 1 };
}
