import { X509Certificate } from 'node:crypto';

export const CONNECTION_KINDS = ['oidc', 'saml'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** As many as a client needs while it changes its directory. */
export const MOST_CONNECTIONS = 5;

export const MAX_METADATA_BYTES = 256 * 1024;

/** The settings of a connection without its secret. Null: not set yet. */
export interface ConnectionSettings {
  /** The issuer of OpenID Connect, or the entity id of SAML. */
  readonly issuer: string | null;
  readonly client_id: string | null;
  readonly metadata_url: string | null;
  readonly sign_in_url: string | null;
  /** The certificates with which SAML signs, as PEM. */
  readonly certificates: readonly string[];
  /** When the last of them expires; until then a directory may sign with any of them. */
  readonly certificates_end: string | null;
}

export const NO_SETTINGS: ConnectionSettings = {
  issuer: null,
  client_id: null,
  metadata_url: null,
  sign_in_url: null,
  certificates: [],
  certificates_end: null,
};

/** @param certificates at least one, as PEM */
export const endOfCertificates = (certificates: readonly string[]): string =>
  new Date(
    Math.max(...certificates.map((pem) => new X509Certificate(pem).validToDate.getTime())),
  ).toISOString();

/** Enough to recognise a secret, and too little to guess it. */
export const previewOf = (secret: string): string => (secret.length >= 16 ? `…${secret.slice(-4)}` : '…');

const MAX_CERTIFICATES = 5;
const MIN_RSA_BITS = 2048;

/**
 * Certificates of metadata as PEM.
 * @returns instead of them, why one of them proves nothing
 */
export function readCertificates(
  base64: readonly string[],
): { readonly certificates: readonly string[] } | { readonly problem: string } {
  if (base64.length === 0)
    return { problem: 'must have a certificate for signing; export the metadata with it' };
  if (base64.length > MAX_CERTIFICATES)
    return {
      problem: `must have at most ${MAX_CERTIFICATES} certificates for signing; remove expired ones in the directory`,
    };
  const certificates: string[] = [];
  for (const text of base64) {
    const read = certificateOf(text);
    if (read === null)
      return {
        problem: 'has a certificate that cannot be read; export the metadata from the directory again',
      };
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = read.publicKey;
    if (type !== 'rsa' || (details?.modulusLength ?? 0) < MIN_RSA_BITS)
      return {
        problem: `has a certificate without an RSA key of at least ${MIN_RSA_BITS} bits; give the directory such a key for signing`,
      };
    certificates.push(read.toString());
  }
  return { certificates };
}

function certificateOf(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}
