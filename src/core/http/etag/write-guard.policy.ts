import { echoableToken, staleConflict } from '../errors/stale.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError, validationFailed, type StaleGuard } from '../../shared/platform-error.js';

/**
 * How a write that replaces a state proves that its sender has read it (requests 6.1): `optional`
 * honours an If-Match, `if_match` requires one, `if_match_or_token` requires one or a
 * `revision_token` in the body. A missing proof is 428, a stale one 409. `*` matches any state if
 * no proof is required.
 */
export type WriteGuard = 'optional' | 'if_match' | 'if_match_or_token';

export type IfMatch =
  | { readonly kind: 'none' }
  | { readonly kind: 'any' }
  /** The etags in the header; a weak one counts as the strong one from which a proxy derived it. */
  | { readonly kind: 'etags'; readonly etags: readonly string[] }
  | { readonly kind: 'malformed' };

// RFC 9110, section 8.8.3. Bodies show etags without quotes, so bare words count as strong etags.
const ENTITY_TAG =
  /\s*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"|(?:W\/)?([\x21\x23-\x29\x2b\x2d-\x7e]+))\s*(?:,|$)/y;

// A client that has read the resource knows one etag; lists are for caches, and short.
const MAX_TAGS = 16;

/** Reads the If-Match header (RFC 9110, section 13.1.1). */
export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return { kind: 'none' };
  const text = header.trim();
  if (text === '*') return { kind: 'any' };
  const etags: string[] = [];
  const tag = new RegExp(ENTITY_TAG);
  for (let count = 1; count === 1 || tag.lastIndex < text.length; count += 1) {
    const match = count > MAX_TAGS ? null : tag.exec(text);
    if (match === null) return { kind: 'malformed' };
    const [, quoted, bare] = match;
    etags.push(quoted ?? bare!);
  }
  return { kind: 'etags', etags };
}

export interface GuardedWrite {
  readonly guard: WriteGuard;
  /** Whether the write would replace an existing section or draft. */
  readonly replacesState: boolean;
  /** Etags of the current state, any of which suffices; empty if there is none. */
  readonly current: readonly string[];
  readonly ifMatch: IfMatch;
  /** The body's token; absent unless the guard is `if_match_or_token`. */
  readonly token?: string | undefined;
  /** The name of its field; `revision_token` unless the route names it differently. */
  readonly tokenField?: string;
}

/** Whether one of these etags is that of the current state. */
const isNamed = ({ current }: Pick<GuardedWrite, 'current'>, etags: readonly string[]): boolean =>
  etags.some((etag) => current.includes(etag));

/**
 * Whether a write may proceed (requests 6.2, 6.3, 6.6): `missing` is 428, `stale` 409, `malformed`
 * 400. A guard that was sent must match even if none is required.
 */
export function evaluatePrecondition(write: GuardedWrite): 'go' | 'missing' | 'stale' | 'malformed' {
  const { guard, replacesState, ifMatch, token } = write;
  if (ifMatch.kind === 'malformed') return 'malformed';
  const namesAnother = ifMatch.kind === 'etags' && !isNamed(write, ifMatch.etags);
  if (namesAnother || (token !== undefined && !isNamed(write, [token]))) return 'stale';
  const isProven = ifMatch.kind === 'etags' || token !== undefined;
  return guard === 'optional' || !replacesState || isProven ? 'go' : 'missing';
}

/** The stale guard in a 409, without the paths that have changed since. */
type StaleProof = Omit<StaleGuard, 'changed_paths'>;

/**
 * Lets a write pass if it has read the current state.
 * @param wanted the message of the 428: which state to read, and what to send
 * @returns the guard that no longer holds, for a `staleConflict`; null if the write may proceed
 * @throws 400 for an unreadable If-Match, 428 precondition_required
 */
export function checkPrecondition(write: GuardedWrite, wanted: string): StaleProof | null {
  const judgement = evaluatePrecondition(write);
  if (judgement === 'go') return null;
  if (judgement === 'malformed') {
    throw validationFailed({
      loc: ['header', 'If-Match'],
      message: `must be *, or at most ${MAX_TAGS} etags in double quotes, separated by commas`,
      type: 'malformed',
    });
  }
  if (judgement === 'missing') throw new PlatformError(CATALOGUE.preconditionRequired, { message: wanted });
  const { ifMatch, token, tokenField = 'revision_token' } = write;
  const isHeader = ifMatch.kind === 'etags' && !isNamed(write, ifMatch.etags);
  const texts = isHeader ? ifMatch.etags : [token ?? ''];
  return {
    guard: isHeader ? 'If-Match' : tokenField,
    sent: texts.map(echoableToken).find((text) => text !== null) ?? null,
    current: write.current[0] ?? null,
  };
}

/**
 * Compares a revision in a body with the stored one.
 * @param field its name, as the answer shows it
 * @param path JSON pointer to it
 * @throws 409 with both, if they differ
 */
export function assertRevision(field: string, sent: unknown, current: unknown, path: string): void {
  if (sent === current) return;
  throw staleConflict(
    {
      guard: field,
      sent: echoableToken(String(sent)),
      current: String(current),
      changed_paths: [path],
    },
    `The resource changed since you read it. Read it again and send ${field} as shown now.`,
  );
}
