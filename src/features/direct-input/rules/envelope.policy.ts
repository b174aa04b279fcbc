import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { closed } from '../../../core/http/schemas/schema-parts.js';
import { isOnCurve, pointSchema } from './public-key.policy.js';

const bytes = (characters: string, description: string) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]${characters}$`, description });

/** Answers as sent by a page: a JWE that the runtime's key opens (direct-input 4.1). */
export const envelopeSchema = closed({
  alg: Type.Literal('ECDH-ES+A256GCM'),
  epk: pointSchema,
  iv: bytes('{16}', '12 bytes as base64url.'),
  ciphertext: bytes('+', 'As base64url.'),
  tag: bytes('{22}', '16 bytes as base64url.'),
  protected: Type.Optional(
    bytes(
      '{1,2048}',
      'The protected header of the JWE as base64url: `alg` `ECDH-ES`, `enc` `A256GCM` and the same `epk`, and nothing else. It is authenticated with the ciphertext.',
    ),
  ),
});

export type Envelope = Static<typeof envelopeSchema>;

/**
 * The protected header: only what a library needs to open the envelope, without instructions to it.
 */
const headerSchema = closed({
  alg: Type.Literal('ECDH-ES'),
  enc: Type.Literal('A256GCM'),
  epk: pointSchema,
});

/** The envelope in a request, or null if it is invalid. */
export const readEnvelope = (value: unknown): Envelope | null =>
  Value.Check(envelopeSchema, value) && isOnCurve(value.epk) && isHeaderOf(value) ? value : null;

function isHeaderOf({ protected: encoded, epk }: Envelope): boolean {
  if (encoded === undefined) return true;
  const bytes = Buffer.from(encoded, 'base64url');
  // Decoders of base64url differ on bits after the last byte.
  if (bytes.toString('base64url') !== encoded) return false;
  const text = bytes.toString();
  const header = parsed(text);
  // The schema permits no values with spaces or escapes: a text that differs in more than spaces
  // repeats a member, and libraries choose different ones of the two.
  const isPlain = JSON.stringify(header) === text.replace(/[ \t\r\n]/g, '');
  return isPlain && Value.Check(headerSchema, header) && header.epk.x === epk.x && header.epk.y === epk.y;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The envelope in the compact form of RFC 7516, section 7.1, if its header was sent. ECDH-ES has no
 * encrypted key.
 */
export const compactJwe = ({ protected: header, iv, ciphertext, tag }: Envelope): string | undefined =>
  header === undefined ? undefined : `${header}..${iv}.${ciphertext}.${tag}`;
