import type { Challenge, Solution } from 'altcha-lib';
import { isRecord } from '../../../core/shared/json/json-path.js';

/** A challenge with its solution. Not verified yet. */
export interface Proof {
  readonly challenge: Challenge;
  readonly solution: Solution;
  /** Distinguishes this challenge from all others. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Base64 of twice the size that a solved challenge has. */
export const MAX_PROOF_CHARACTERS = 2048;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HEX = /^(?:[0-9a-f]{2}){1,64}$/;
const UINT32 = 2 ** 32;

const isHex = (value: unknown): value is string => typeof value === 'string' && HEX.test(value);
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const isCounter = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < UINT32;

/**
 * Reads a solved challenge in ALTCHA's format: base64 of the JSON `{challenge: {parameters,
 * signature}, solution: {counter, derivedKey}}` (demo 3.2).
 * @returns null if it has another form
 */
export function readProof(sent: unknown): Proof | null {
  if (typeof sent !== 'string' || sent.length > MAX_PROOF_CHARACTERS || !BASE64.test(sent)) return null;
  const payload = parsed(Buffer.from(sent, 'base64').toString());
  const challenge = isRecord(payload) ? payload['challenge'] : null;
  const solution = isRecord(payload) ? payload['solution'] : null;
  if (!isRecord(challenge) || !isRecord(solution)) return null;
  const { parameters, signature } = challenge;
  const { counter, derivedKey } = solution;
  if (!isRecord(parameters) || !isHex(signature) || !isCounter(counter) || !isHex(derivedKey)) return null;
  const { data, nonce, ...rest } = parameters;
  if (!isRecord(data) || !isHex(nonce) || !Object.values(rest).every(isScalar)) return null;
  const { expires_at_ms: expiresAtMs, ...more } = data;
  if (typeof expiresAtMs !== 'number' || Object.keys(more).length > 0) return null;
  return {
    challenge: { parameters, signature } as unknown as Challenge,
    solution: { counter, derivedKey },
    nonce,
    expiresAtMs,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
