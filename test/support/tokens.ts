import jwt from 'jsonwebtoken';
import { inject } from 'vitest';

interface TokenOptions {
  readonly dataEnv?: string;
  /** Merged into the claims; undefined removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** A bearer token as signed by the identity provider, for any subject. */
export function bearerToken(subject: string, options: TokenOptions = {}): string {
  const { signingKey, issuer, audience } = inject('fixture');
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: audience,
    sub: subject,
    iat: now,
    exp: now + 600,
    ...(options.dataEnv === undefined ? {} : { data_env: options.dataEnv }),
    ...options.claims,
  };
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  return jwt.sign(present, signingKey.pem, {
    algorithm: 'RS256',
    header: { alg: 'RS256', typ: 'at+jwt', kid: signingKey.kid, ...options.header },
    // The library removes a given iat, and adds a missing one.
    noTimestamp: !('iat' in present),
  });
}
