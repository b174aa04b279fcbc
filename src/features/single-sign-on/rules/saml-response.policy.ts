import { domainOfAddress } from './domain.policy.js';

/** The parts of an assertion with a valid signature; instants are texts, null: absent. */
export interface AssertionFacts {
  readonly destination: string | null;
  readonly issuer: string;
  readonly subject: string;
  readonly subjectFormat: string | null;
  /** For each restriction, the accepted names. */
  readonly audiences: readonly (readonly string[])[];
  readonly notBefore: string | null;
  readonly notOnOrAfter: string | null;
  readonly confirmations: readonly {
    readonly method: string | null;
    readonly recipient: string | null;
    readonly inResponseTo: string | null;
    readonly notBefore: string | null;
    readonly notOnOrAfter: string | null;
  }[];
}

/** The request that an assertion must answer. */
interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly requestId: string;
  readonly now: Date;
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** A name that will be different at the next sign-in. */
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Clocks of two machines rarely differ by more. */
const SKEW_MS = 60_000;

/** As long as PostgreSQL and every directory can store. */
const MAX_SUBJECT = 1024;

/** Whether a text can name a person. */
export const isSubject = (text: string): boolean =>
  text.trim() !== '' && text.length <= MAX_SUBJECT && !/\p{Cc}/u.test(text);

/**
 * The first fault of an assertion with a valid signature (single-sign-on 5.3); null: it proves its
 * subject.
 */
export function assertionFault(facts: AssertionFacts, expected: Expected): string | null {
  const { issuer, audience, recipient, requestId, now } = expected;
  const { subject } = facts;
  if (facts.issuer !== issuer) return 'issuer';
  if (facts.destination !== null && facts.destination !== recipient) return 'destination';
  if (!isSubject(subject)) return 'subject';
  if (facts.subjectFormat === TRANSIENT) return 'subject_transient';
  if (facts.audiences.length === 0 || !facts.audiences.every((names) => names.includes(audience)))
    return 'audience';
  if (facts.notOnOrAfter === null || isOver(facts.notOnOrAfter, now)) return 'expired';
  if (facts.notBefore !== null && !hasBegun(facts.notBefore, now)) return 'not_yet_valid';
  const confirmations = facts.confirmations.filter(({ method }) => method === BEARER);
  if (!confirmations.some((it) => it.recipient === recipient)) return 'recipient';
  const answers = confirmations.filter(
    (it) => it.recipient === recipient && it.inResponseTo === requestId && it.notBefore === null,
  );
  if (answers.length === 0) return 'in_response_to';
  return answers.some((it) => it.notOnOrAfter !== null && !isOver(it.notOnOrAfter, now)) ? null : 'expired';
}

const isOver = (end: string, now: Date): boolean => !(new Date(end).getTime() + SKEW_MS > now.getTime());
const hasBegun = (start: string, now: Date): boolean => new Date(start).getTime() - SKEW_MS <= now.getTime();

const CONTEXTS: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Password': 'pwd',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport': 'pwd',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken': 'otp',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:X509': 'swk',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard': 'sc',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI': 'sc',
  'https://refeds.org/profile/mfa': 'mfa',
  'http://schemas.microsoft.com/claims/multipleauthn': 'mfa',
};

/** The methods of RFC 8176 for the SAML contexts that have one. */
export const methodsOfContexts = (contexts: readonly string[]): readonly string[] => [
  ...new Set(contexts.flatMap((it) => CONTEXTS[it] ?? [])),
];

/** The first value that is a mail address. */
export const addressAmong = (values: readonly string[]): string | null =>
  values.find((it) => it.length <= 254 && domainOfAddress(it) !== null) ?? null;
