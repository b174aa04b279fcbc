import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { inject } from 'vitest';
import { bearerToken } from '../../support/tokens.js';
import { publishedKey } from './key-publisher.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ownJwk = { ...own.publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'RS256', use: 'sig' };
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const now = (): number => Math.floor(Date.now() / 1000);

function claimsOf(subject: string): object {
  const { issuer, audience } = inject('fixture');
  return { iss: issuer, aud: audience, sub: subject, iat: now(), exp: now() + 600 };
}

function signed(header: object, subject: string, key = own.privateKey): string {
  const text = `${encode({ typ: 'at+jwt', ...header })}.${encode(claimsOf(subject))}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

function unsigned(header: object, subject: string, signature = ''): string {
  return `${encode(header)}.${encode(claimsOf(subject))}.${signature}`;
}

/**
 * HS256 with the public key as its secret: works if the verifier takes the algorithm from the
 * token.
 */
function withPublicKeyAsSecret(subject: string, secret: string | Buffer): string {
  const { kid } = inject('fixture').signingKey;
  const text = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode(claimsOf(subject))}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Signed with the provider's own key, but with an algorithm that is not allowed. */
function byOtherAlgorithm(subject: string, algorithm: 'RS512' | 'PS256'): string {
  const { pem, kid } = inject('fixture').signingKey;
  return jwt.sign(claimsOf(subject), pem, { algorithm, keyid: kid });
}

/** Puts another payload under the signature of a real token. */
function tampered(subject: string): string {
  const [header, , signature] = bearerToken('someone-else').split('.');
  return [header, encode(claimsOf(subject)), signature].join('.');
}

const claims = (subject: string, changes: Record<string, unknown>): string =>
  bearerToken(subject, { claims: changes });

/** Tokens for a person with all rights that must be refused, by their fault. */
export function forgedTokens(subject: string): readonly (readonly [string, string])[] {
  const { kid } = inject('fixture').signingKey;
  const { pem } = publishedKey();
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const good = bearerToken(subject);
  return [
    ['alg none', unsigned({ alg: 'none', kid }, subject)],
    ['alg None with a signature', unsigned({ alg: 'None', kid }, subject, good.split('.')[2])],
    ['no alg', unsigned({ typ: 'at+jwt', kid }, subject, good.split('.')[2])],
    ['no signature', `${good.split('.').slice(0, 2).join('.')}.`],
    ['two parts', good.split('.').slice(0, 2).join('.')],
    ['HS256 with the public key as PEM', withPublicKeyAsSecret(subject, pem)],
    ['HS256 with the public key as trimmed PEM', withPublicKeyAsSecret(subject, pem.trim())],
    ['HS256 with the public key as DER', withPublicKeyAsSecret(subject, der)],
    ['HS256 with an empty secret', withPublicKeyAsSecret(subject, '')],
    [
      'a key of another kind under the known key id',
      signed({ alg: 'ES256', kid }, subject, curve.privateKey),
    ],
    ['RS512 by the right key', byOtherAlgorithm(subject, 'RS512')],
    ['PS256 by the right key', byOtherAlgorithm(subject, 'PS256')],
    ['a foreign signature under the known key id', signed({ alg: 'RS256', kid }, subject)],
    ['an unknown key id', signed({ alg: 'RS256', kid: 'mine' }, subject)],
    ['no key id', signed({ alg: 'RS256' }, subject)],
    ['a key id that is no text', signed({ alg: 'RS256', kid: [kid] }, subject)],
    ['a key id like a prototype key', signed({ alg: 'RS256', kid: '__proto__' }, subject)],
    ['a key embedded as jwk', signed({ alg: 'RS256', kid: 'mine', jwk: ownJwk }, subject)],
    ['a key embedded under the known key id', signed({ alg: 'RS256', kid, jwk: ownJwk }, subject)],
    [
      'an address of keys in jku',
      signed({ alg: 'RS256', kid: 'mine', jku: 'http://127.0.0.1:9/jwks' }, subject),
    ],
    [
      'an address of a certificate in x5u',
      signed({ alg: 'RS256', kid: 'mine', x5u: 'http://127.0.0.1:9/x' }, subject),
    ],
    ['a certificate in x5c', signed({ alg: 'RS256', kid: 'mine', x5c: [der.toString('base64')] }, subject)],
    ['another payload', tampered(subject)],
    ['another issuer', claims(subject, { iss: 'https://id.example.com' })],
    ['no issuer', claims(subject, { iss: undefined })],
    ['another audience', claims(subject, { aud: 'https://other.example.com' })],
    ['no audience', claims(subject, { aud: undefined })],
    [
      'an audience that only begins like ours',
      claims(subject, { aud: `${inject('fixture').audience}.evil` }),
    ],
    ['no end', claims(subject, { exp: undefined })],
    ['an end in the past', claims(subject, { exp: now() - 60 })],
    ['a beginning in the future', claims(subject, { nbf: now() + 60 })],
    ['an end in a week', claims(subject, { exp: now() + 7 * 86_400 })],
    ['an end that is far too late', claims(subject, { exp: 9_999_999_999 })],
    ['a birth in the future', claims(subject, { iat: now() + 60 })],
    ['no birth', claims(subject, { iat: undefined })],
    ['the type of every token', bearerToken(subject, { header: { typ: 'JWT' } })],
    ['the type of an identity token', bearerToken(subject, { header: { typ: 'id+jwt' } })],
    ['no type', bearerToken(subject, { header: { typ: undefined } })],
    ['an unknown environment', claims(subject, { data_env: 'production' })],
    ['an environment that is no text', claims(subject, { data_env: ['prod'] })],
    ['an environment that is null', claims(subject, { data_env: null })],
    ['no subject', claims(subject, { sub: undefined })],
    ['an empty subject', claims(subject, { sub: '' })],
    ['a little over 8 KiB (access 2.5)', claims(subject, { padding: 'x'.repeat(7 * 1024) })],
    ['64 KiB', claims(subject, { padding: 'x'.repeat(64 * 1024) })],
    ['a good token with a suffix', `${good}.x`],
    ['a good token cut by one character', good.slice(0, -1)],
    ['nothing readable', '%%%.%%%.%%%'],
  ];
}
