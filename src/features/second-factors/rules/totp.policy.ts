import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
// 160 bits, as RFC 4226 recommends.
const SECRET_BYTES = 20;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  // The defaults of authenticator apps.
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, digits: 6, period: PERIOD_SECONDS });

/** A secret in base32, as people type it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString();

/**
 * The window of 30 seconds to which a code belongs: the current one, or the one before or after it
 * (second-factors 2.3); null for a wrong code.
 */
export function windowOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}
