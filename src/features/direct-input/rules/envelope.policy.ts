import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { closed } from '../../../core/http/schemas/schema-parts.js';
import { isOnCurve, pointSchema } from './public-key.policy.js';

const bytes = (characters: string, description: string) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]${characters}$`, description });

/**
 * The answers as a page sends them: a JWE that the runtime's key alone opens (direct-input 4.1).
 */
export const envelopeSchema = closed({
  alg: Type.Literal('ECDH-ES+A256GCM'),
  epk: pointSchema,
  iv: bytes('{16}', '12 bytes as base64url.'),
  ciphertext: bytes('+', 'As base64url.'),
  tag: bytes('{22}', '16 bytes as base64url.'),
  protected: Type.Optional(
    bytes(
      '{1,2048}',
      'The protected header of the JWE as base64url: it is authenticated with the ciphertext.',
    ),
  ),
});

export type Envelope = Static<typeof envelopeSchema>;

/** The envelope of a request, or null where it is none. */
export const readEnvelope = (value: unknown): Envelope | null =>
  Value.Check(envelopeSchema, value) && isOnCurve(value.epk) ? value : null;

/**
 * The envelope in the compact form of RFC 7516, section 7.1, where its header was sent. ECDH-ES has
 * no encrypted key.
 */
export const compactJwe = ({ protected: header, iv, ciphertext, tag }: Envelope): string | undefined =>
  header === undefined ? undefined : `${header}..${iv}.${ciphertext}.${tag}`;
