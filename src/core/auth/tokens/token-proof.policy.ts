import { UNPROVEN, type SignInProof } from '../../shared/auth-context.js';

/**
 * Ways in which a person proves who they are, such as `pwd` and `otp` (RFC 8176); no provider lists
 * more than a few.
 */
const MOST_METHODS = 10;
const METHOD = /^[\x21-\x7e]{1,40}$/;

/** The sound methods of a claim `amr`; a signature does not guarantee its form. */
export function methodsOf(amr: unknown): string[] {
  const named: unknown[] = Array.isArray(amr) ? amr : [];
  return named.filter((it): it is string => typeof it === 'string' && METHOD.test(it)).slice(0, MOST_METHODS);
}

/** Claims about a sign-in; their form is not checked yet. */
export interface ProofClaims {
  readonly auth_time?: unknown;
  readonly amr?: unknown;
  readonly connection_id?: unknown;
  readonly break_glass_id?: unknown;
  readonly client_id?: unknown;
  readonly sid?: unknown;
}

/** The proof, and the only client for which it counts. */
interface ReadProof {
  readonly proof: SignInProof;
  readonly onlyClientId: string | null;
}

/**
 * Reads how a person proved who they are (access 2.10).
 * @param isOwn whether this service issued the token: only then do connection, break-glass use,
 *   client and session count, because another issuer may use the same names for anything
 */
export function proofOf(claims: ProofClaims, isOwn: boolean): ReadProof {
  const seconds = claims.auth_time;
  const authTime = typeof seconds === 'number' ? new Date(seconds * 1000) : null;
  const proof = {
    ...UNPROVEN,
    authTime: Number.isNaN(authTime?.getTime()) ? null : authTime,
    amr: methodsOf(claims.amr),
  };
  if (!isOwn) return { proof, onlyClientId: null };
  return {
    proof: {
      ...proof,
      connectionId: textOrNull(claims.connection_id),
      breakGlassId: textOrNull(claims.break_glass_id),
      sessionId: textOrNull(claims.sid),
    },
    onlyClientId: textOrNull(claims.client_id),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
