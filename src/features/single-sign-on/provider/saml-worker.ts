import { parentPort, workerData } from 'node:worker_threads';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { DOMParser } from '@xmldom/xmldom';
import type { MetadataFacts, ReadResponse, ReadMetadata, ResponseFacts, SamlAnswer } from './saml-thread.js';

// Runs alone in its thread, and Node removes its types: it imports only packages and types.

const NS = {
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
};
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** SHA-256 or better. */
const SIGNATURES = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const DIGESTS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const TRANSFORMS = new Set([EXCLUSIVE, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature']);

/** An error whose message is a code of this file. */
class Unsound extends Error {}

function parsed(xml: string): Document {
  const fail = (): never => {
    throw new Unsound('xml_not_well_formed');
  };
  const handler = { warning: () => undefined, error: fail, fatalError: fail };
  const document = new DOMParser({ errorHandler: handler }).parseFromString(xml, 'text/xml');
  return document?.documentElement ? document : fail();
}

const elementsOf = (of: Document | Element, ns: string, name: string): Element[] =>
  Array.from(of.getElementsByTagNameNS(ns, name));

const childrenOf = (of: Element, ns: string, name: string): Element[] =>
  Array.from(of.childNodes).filter(
    (it): it is Element =>
      it.nodeType === 1 && (it as Element).namespaceURI === ns && (it as Element).localName === name,
  );

const textOf = (of: Element | undefined): string | null => of?.textContent?.trim() ?? null;
const attribute = (of: Element | undefined, name: string): string | null =>
  of?.hasAttribute(name) ? of.getAttribute(name) : null;

function readMetadata({ xml }: ReadMetadata): MetadataFacts {
  if (/<!(?!--)/.test(xml)) throw new Unsound('xml_with_dtd');
  const root = parsed(xml).documentElement;
  const entities = elementsOf(root.ownerDocument, NS.metadata, 'EntityDescriptor');
  if (entities.length !== 1) throw new Unsound('metadata_of_one_provider_expected');
  const [entity] = entities as [Element];
  const [provider] = childrenOf(entity, NS.metadata, 'IDPSSODescriptor');
  if (!provider) throw new Unsound('metadata_without_provider');
  const signIn = childrenOf(provider, NS.metadata, 'SingleSignOnService').find(
    (it) => attribute(it, 'Binding') === REDIRECT,
  );
  const certificates = childrenOf(provider, NS.metadata, 'KeyDescriptor')
    .filter((it) => attribute(it, 'use') !== 'encryption')
    .flatMap((it) => elementsOf(it, NS.signature, 'X509Certificate'))
    .map((it) => (textOf(it) ?? '').replaceAll(/\s/g, ''));
  return {
    issuer: attribute(entity, 'entityID') ?? '',
    signInUrl: attribute(signIn, 'Location') ?? '',
    certificates: [...new Set(certificates)],
  };
}

/**
 * Checks what the signature covers, before it is verified: signature wrapping needs a second
 * assertion, a second element of the same id, or a reference to something else.
 */
function assertShape(document: Document): void {
  const { documentElement: root } = document;
  if (root.namespaceURI !== NS.protocol || root.localName !== 'Response') throw new Unsound('no_response');
  if (elementsOf(document, NS.assertion, 'EncryptedAssertion').length > 0)
    throw new Unsound('assertion_encrypted');
  const all = Array.from(document.getElementsByTagName('*'));
  const assertions = all.filter((it) => it.localName === 'Assertion');
  const [assertion] = assertions;
  if (assertions.length !== 1 || assertion?.namespaceURI !== NS.assertion || assertion.parentNode !== root)
    throw new Unsound('one_assertion_expected');
  const ids = all.flatMap((it) => ['ID', 'Id', 'id'].flatMap((name) => attribute(it, name) ?? []));
  if (new Set(ids).size !== ids.length) throw new Unsound('ids_repeated');
  const signatures = elementsOf(document, NS.signature, 'Signature');
  const own = signatures.filter((it) => it.parentNode === assertion);
  if (own.length !== 1) throw new Unsound('assertion_not_signed');
  for (const signature of signatures) assertSignature(signature, root, assertion);
}

function assertSignature(signature: Element, root: Element, assertion: Element): void {
  const { parentNode: signed } = signature;
  if (signed !== root && signed !== assertion) throw new Unsound('signature_misplaced');
  const references = elementsOf(signature, NS.signature, 'Reference');
  const uri = attribute(references[0], 'URI');
  if (references.length !== 1 || uri !== `#${attribute(signed as Element, 'ID')}`)
    throw new Unsound('signature_of_something_else');
  const isAllowed = (name: string, allowed: ReadonlySet<string>): boolean =>
    elementsOf(signature, NS.signature, name).every((it) => allowed.has(attribute(it, 'Algorithm') ?? ''));
  if (!isAllowed('SignatureMethod', SIGNATURES)) throw new Unsound('signature_algorithm');
  if (!isAllowed('DigestMethod', DIGESTS)) throw new Unsound('digest_algorithm');
  if (!isAllowed('Transform', TRANSFORMS)) throw new Unsound('transform');
  if (!isAllowed('CanonicalizationMethod', new Set([EXCLUSIVE]))) throw new Unsound('canonicalization');
}

async function readResponse(task: ReadResponse): Promise<ResponseFacts> {
  const xml = Buffer.from(task.response, 'base64').toString('utf8');
  // No DTD, entity, comment or CDATA: a directory needs none, and parsers disagree about them.
  if (xml.includes('<!')) throw new Unsound('xml_with_dtd_or_comment');
  const document = parsed(xml);
  assertShape(document);
  const { profile } = await verifier(task).validatePostResponseAsync({ SAMLResponse: task.response });
  const signed = profile?.getAssertionXml?.();
  if (signed === undefined) throw new Unsound('no_assertion');
  return factsOf(parsed(signed).documentElement, attribute(document.documentElement, 'Destination'));
}

/** Checks signatures; the service checks the contents of the assertion, with its own clock. */
const verifier = (task: ReadResponse): SAML =>
  new SAML({
    callbackUrl: task.recipient,
    entryPoint: task.recipient,
    issuer: task.audience,
    audience: task.audience,
    idpIssuer: task.issuer,
    idpCert: [...task.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.always,
    // The service knows when its request ends.
    requestIdExpirationPeriodMs: Number.MAX_SAFE_INTEGER,
    cacheProvider: {
      saveAsync: () => Promise.resolve(null),
      getAsync: (id) => Promise.resolve(id === task.requestId ? new Date(0).toISOString() : null),
      removeAsync: () => Promise.resolve(null),
    },
  });

function factsOf(assertion: Element, destination: string | null): ResponseFacts {
  const [subject] = childrenOf(assertion, NS.assertion, 'Subject');
  const [nameId] = subject ? childrenOf(subject, NS.assertion, 'NameID') : [];
  const [conditions] = childrenOf(assertion, NS.assertion, 'Conditions');
  const [statement] = childrenOf(assertion, NS.assertion, 'AuthnStatement');
  const restrictions = conditions ? childrenOf(conditions, NS.assertion, 'AudienceRestriction') : [];
  return {
    destination,
    issuer: textOf(childrenOf(assertion, NS.assertion, 'Issuer')[0]) ?? '',
    subject: nameId?.textContent ?? '',
    subjectFormat: attribute(nameId, 'Format'),
    audiences: restrictions.map((it) =>
      childrenOf(it, NS.assertion, 'Audience').map((audience) => textOf(audience) ?? ''),
    ),
    notBefore: attribute(conditions, 'NotBefore'),
    notOnOrAfter: attribute(conditions, 'NotOnOrAfter'),
    confirmations: (subject ? childrenOf(subject, NS.assertion, 'SubjectConfirmation') : []).map((it) => {
      const [data] = childrenOf(it, NS.assertion, 'SubjectConfirmationData');
      return {
        method: attribute(it, 'Method'),
        recipient: attribute(data, 'Recipient'),
        inResponseTo: attribute(data, 'InResponseTo'),
        notBefore: attribute(data, 'NotBefore'),
        notOnOrAfter: attribute(data, 'NotOnOrAfter'),
      };
    }),
    authenticatedAt: attribute(statement, 'AuthnInstant'),
    contexts: (statement ? elementsOf(statement, NS.assertion, 'AuthnContextClassRef') : []).flatMap(
      (it) => textOf(it) ?? [],
    ),
    attributes: elementsOf(assertion, NS.assertion, 'Attribute').map((it) => ({
      name: attribute(it, 'Name') ?? '',
      values: childrenOf(it, NS.assertion, 'AttributeValue').map((value) => value.textContent ?? ''),
    })),
  };
}

async function answerOf(task: ReadResponse | ReadMetadata): Promise<SamlAnswer> {
  try {
    const facts = task.kind === 'metadata' ? readMetadata(task) : await readResponse(task);
    return { facts };
  } catch (error) {
    // The libraries' messages may contain parts of the input.
    return { fault: error instanceof Unsound ? error.message : 'response_not_valid' };
  }
}

parentPort!.postMessage('started');
parentPort!.postMessage(await answerOf(workerData as ReadResponse | ReadMetadata));
