import { createPublicKey } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import type { FieldError } from '../../../core/shared/platform-error.js';
import { isRecord } from '../../../core/shared/json/json-path.js';
import { closed, line } from '../../../core/http/schemas/schema-parts.js';
import type { PublicKey } from './link-token.policy.js';

const coordinate = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    'x-message': 'must be 32 bytes as base64url without padding: 43 characters',
    description,
  });

/** A point without other members. */
export const pointSchema = closed({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: coordinate('Coordinate of the point.'),
  y: coordinate('Coordinate of the point.'),
});

/**
 * The key of the runtime as libraries export it: further members state its use, and are left out.
 */
export const publicKeySchema = closed(
  {
    ...pointSchema.properties,
    kid: Type.Optional(line(128)),
    use: Type.Optional(Type.Literal('enc')),
    alg: Type.Optional(Type.Literal('ECDH-ES')),
    key_ops: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 8 })),
    ext: Type.Optional(Type.Boolean()),
  },
  { description: "The runtime's public key for this session, as a JWK on P-256." },
);

/** Members that only private and symmetric keys have (RFC 7518, section 6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/** Only the point. */
export const pointOf = ({ kty, crv, x, y }: Static<typeof publicKeySchema>): PublicKey => ({
  kty,
  crv,
  x,
  y,
});

/**
 * Members of a private key that were sent with the public one. They take precedence over all other
 * faults: a key whose private half has left the runtime protects nothing.
 */
export function privateMembers(key: unknown, loc: FieldError['loc']): FieldError[] {
  if (!isRecord(key)) return [];
  return PRIVATE.filter((name) => name in key).map((name) => ({
    loc: [...loc, name],
    message:
      'must not be sent: it is part of a private key. Create a new key pair and send only its public key',
    type: 'private_key',
  }));
}

/**
 * Whether the coordinates are those of a point on the curve, in the notation of every library,
 * because the link's token is bound to their text.
 */
export function isOnCurve({ kty, crv, x, y }: PublicKey): boolean {
  try {
    const read = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }).export({ format: 'jwk' });
    return read.x === x && read.y === y;
  } catch {
    return false;
  }
}
