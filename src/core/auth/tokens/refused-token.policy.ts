export interface RefusedToken {
  readonly reason: string;
  readonly typ?: string;
  readonly alg?: string;
  readonly kid?: string;
  readonly iss?: string;
  readonly aud?: string;
  /** Unix seconds. */
  readonly exp?: number;
}

// A token of 8 KiB could otherwise fill a log line.
const MAX_SHOWN = 200;
// Issuers, audiences and key ids do not need these: @ of email addresses, and runs of digits that
// may be telephone numbers.
const UNUSUAL = /[^\w .,:;/+='"-]|\d{7,}/g;

/**
 * Describes a refused token for the person who sets up the identity provider. Its claims are not
 * verified, so texts are shortened and unusual characters removed.
 * @param reason the check's own words
 */
export function describeRefusedToken(token: string | null, reason: string): RefusedToken {
  if (token === null) return { reason: 'no bearer token, or one longer than 8 KiB' };
  const [header, payload] = token.split('.').map(partOf);
  return withoutAbsent({
    reason: shown(reason) ?? 'unknown',
    typ: shown(header?.['typ']),
    alg: shown(header?.['alg']),
    kid: shown(header?.['kid']),
    iss: shown(payload?.['iss']),
    aud: shown([payload?.['aud']].flat().join(' ')),
    exp: typeof payload?.['exp'] === 'number' ? payload['exp'] : undefined,
  });
}

function partOf(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const shown = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_SHOWN).replace(UNUSUAL, '?') : undefined;

const withoutAbsent = (described: {
  readonly [K in keyof RefusedToken]: RefusedToken[K] | undefined;
}): RefusedToken =>
  Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined)) as never;
