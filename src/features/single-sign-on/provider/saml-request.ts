import { deflateRawSync } from 'node:zlib';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (it) => SPECIAL[it]!);

interface SignInRequest {
  readonly id: string;
  readonly at: Date;
  readonly destination: string;
  readonly issuer: string;
  readonly replyUrl: string;
}

/** The address of a sign-in with a SAML directory; its query contains the request. */
export function samlSignInUrl(request: SignInRequest, relayState: string): string {
  const { id, at, destination, issuer, replyUrl } = request;
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" ID="${id}" Version="2.0" IssueInstant="${at.toISOString()}" ` +
    `Destination="${escaped(destination)}" ProtocolBinding="${POST}" ` +
    `AssertionConsumerServiceURL="${escaped(replyUrl)}">` +
    `<saml:Issuer xmlns:saml="${ASSERTION}">${escaped(issuer)}</saml:Issuer></samlp:AuthnRequest>`;
  const url = new URL(destination);
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  url.searchParams.set('RelayState', relayState);
  return url.href;
}

/** The metadata of this service for a SAML directory. */
export const samlServiceMetadata = (entityId: string, replyUrl: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n` +
  `<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escaped(entityId)}">` +
  `<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">` +
  `<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>` +
  `<md:AssertionConsumerService Binding="${POST}" Location="${escaped(replyUrl)}" index="0" isDefault="true"/>` +
  `</md:SPSSODescriptor></md:EntityDescriptor>\n`;
