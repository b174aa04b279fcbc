/** An etag as the ETag header carries it: strong. */
export const quotedEtag = (etag: string): string => `"${etag}"`;

/**
 * Whether an If-None-Match header names the etag (RFC 9110, section 13.1.2); a proxy on the way may
 * have made it weak.
 * @param etag without quotes
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // Commas and asterisks may stand within the quotes of other tags.
  return header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === quotedEtag(etag));
}

/** Sends the etag of an answer as its header as well, where it has one. */
export function withEtag<T extends { readonly etag: string | null }>(response: HeaderSink, answer: T): T {
  if (answer.etag !== null) response.setHeader('ETag', quotedEtag(answer.etag));
  return answer;
}

interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}
