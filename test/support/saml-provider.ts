import { createHash, createSign, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

const NS = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
};
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

interface Algorithm {
  readonly method: string;
  readonly digest: string;
  readonly hash: { readonly sign: string; readonly digest: string };
}

const SHA256: Algorithm = {
  method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  hash: { sign: 'RSA-SHA256', digest: 'sha256' },
};
export const SHA1_SIGNATURE: Algorithm = {
  ...SHA256,
  method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  hash: { sign: 'RSA-SHA1', digest: 'sha256' },
};
export const SHA1_DIGEST: Algorithm = {
  ...SHA256,
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  hash: { sign: 'RSA-SHA256', digest: 'sha1' },
};

/** An assertion as a directory creates it for a request. */
interface Asserted {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly recipient: string;
  readonly requestId: string;
  readonly at: Date;
  readonly seconds: number;
  readonly format: string;
  readonly id: string;
}

/** How an answer differs from an honest one. */
export interface SamlTrick {
  readonly asserted?: Partial<Asserted>;
  readonly algorithm?: Algorithm;
  readonly key?: string;
  readonly isUnsigned?: boolean;
  /** Changes the signed assertion. */
  readonly edit?: (assertion: string) => string;
  /** Changes the complete answer. */
  readonly wrap?: (answer: string, assertion: string) => string;
  readonly relayState?: string;
}

/**
 * A SAML directory that signs in any person that a test names. It writes assertions in canonical
 * form.
 */
export class SamlProvider {
  readonly issuer = 'https://directory.example/saml';
  readonly signInUrl = 'https://93.184.216.34/saml/sign-in';

  constructor(private readonly key: string) {}

  /**
   * Answers the request at an address, and returns the fields of the form that the browser sends.
   */
  answer(location: string, subject: string, trick: SamlTrick = {}): Record<string, string> {
    const { searchParams } = new URL(location);
    const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const of = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
    const asserted: Asserted = {
      issuer: this.issuer,
      subject,
      audience: of(/<saml:Issuer[^>]*>([^<]+)</),
      recipient: of(/AssertionConsumerServiceURL="([^"]+)"/),
      requestId: of(/ ID="([^"]+)"/),
      at: new Date(),
      seconds: 300,
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      id: `_${randomBytes(16).toString('hex')}`,
      ...trick.asserted,
    };
    const plain = assertionOf(asserted);
    const signed = trick.isUnsigned
      ? plain('')
      : plain(signatureOf(plain(''), asserted.id, trick.key ?? this.key, trick.algorithm ?? SHA256));
    const assertion = trick.edit?.(signed) ?? signed;
    const whole = responseOf(asserted, assertion);
    const answer = trick.wrap?.(whole, assertion) ?? whole;
    return {
      SAMLResponse: Buffer.from(answer).toString('base64'),
      RelayState: trick.relayState ?? searchParams.get('RelayState') ?? '',
    };
  }
}

const later = (at: Date, seconds: number): string => new Date(at.getTime() + seconds * 1000).toISOString();

const assertionOf =
  ({ issuer, subject, audience, recipient, requestId, at, seconds, format, id }: Asserted) =>
  (signature: string): string =>
    `<saml:Assertion xmlns:saml="${NS.assertion}" ID="${id}" IssueInstant="${at.toISOString()}" Version="2.0">` +
    `<saml:Issuer>${issuer}</saml:Issuer>${signature}` +
    `<saml:Subject><saml:NameID Format="${format}">${subject}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData InResponseTo="${requestId}" NotOnOrAfter="${later(at, seconds)}" Recipient="${recipient}">` +
    `</saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${later(at, -5)}" NotOnOrAfter="${later(at, seconds)}">` +
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${later(at, -5)}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    `https://refeds.org/profile/mfa</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement><saml:Attribute Name="department"><saml:AttributeValue>Front desk</saml:AttributeValue>` +
    `</saml:Attribute></saml:AttributeStatement></saml:Assertion>`;

function signatureOf(
  canonical: string,
  id: string,
  key: string,
  { method, digest, hash }: Algorithm,
): string {
  const value = createHash(hash.digest).update(canonical).digest('base64');
  const info =
    `<ds:SignedInfo xmlns:ds="${NS.signature}">` +
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${NS.signature}enveloped-signature"></ds:Transform>` +
    `<ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${digest}"></ds:DigestMethod>` +
    `<ds:DigestValue>${value}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const signature = createSign(hash.sign).update(info).sign(key, 'base64');
  return `<ds:Signature xmlns:ds="${NS.signature}">${info}<ds:SignatureValue>${signature}</ds:SignatureValue></ds:Signature>`;
}

const responseOf = ({ issuer, recipient, requestId, at }: Asserted, assertion: string): string =>
  `<samlp:Response xmlns:samlp="${NS.protocol}" xmlns:saml="${NS.assertion}" ID="_${randomBytes(16).toString('hex')}" ` +
  `Version="2.0" IssueInstant="${at.toISOString()}" Destination="${recipient}" InResponseTo="${requestId}">` +
  `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode ` +
  `Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
