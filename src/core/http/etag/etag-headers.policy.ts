export const quotedEtag = (etag: string): string => `"${etag}"`;

/**
 * Whether an If-None-Match header names the etag, strong or weak (RFC 9110, 13.1.2).
 * @param etag without quotes
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // Quotes of other tags may enclose commas and asterisks.
  return header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === quotedEtag(etag));
}

export function withEtag<T extends { readonly etag: string | null }>(response: HeaderSink, answer: T): T {
  if (answer.etag !== null) response.setHeader('ETag', quotedEtag(answer.etag));
  return answer;
}

interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}
