import { methodsOf } from '../../../core/auth/tokens/token-proof.policy.js';
import { addressAmong, isSubject, methodsOfContexts } from './saml-response.policy.js';

/** A person whom a directory has identified. */
export interface ProvenSubject {
  readonly subject: string;
  /** ISO 8601; null: the directory does not say. */
  readonly authTime: string | null;
  readonly amr: readonly string[];
  readonly email: string | null;
  readonly name: string | null;
  /** The names under which the directory may have provisioned the person (directory 4.8). */
  readonly externalIds: readonly string[];
  readonly userNames: readonly string[];
  readonly claims: readonly ShownClaim[];
}

interface ShownClaim {
  readonly name: string;
  readonly value: string;
}

type Claims = Readonly<Record<string, unknown>>;

const MOST_CLAIMS = 60;
const LONGEST_CLAIM = 300;
const LONGEST_NAME = 120;

/** Claims of the protocol, which contain no facts about the person. */
const OF_PROTOCOL = new Set('nonce at_hash c_hash s_hash jti sid aio rh uti'.split(' '));

/** Reads an identity token with a valid signature. Null: its subject or its time cannot be stored. */
export function subjectOfToken(claims: Claims): ProvenSubject | null {
  const { sub, auth_time: seconds } = claims;
  const authTime = typeof seconds === 'number' ? new Date(seconds * 1000) : null;
  if (typeof sub !== 'string' || !isSubject(sub) || Number.isNaN(authTime?.getTime())) return null;
  return {
    subject: sub,
    authTime: authTime?.toISOString() ?? null,
    amr: methodsOf(claims['amr']),
    email: addressAmong(textsOf(claims['email'], claims['preferred_username'])),
    name: nameAmong(textsOf(claims['name'])),
    externalIds: textsOf(sub, claims['oid']),
    // In some directories people may change their preferred_username, so it identifies no one.
    userNames: textsOf(sub),
    claims: shown(
      Object.entries(claims)
        .filter(([name]) => !OF_PROTOCOL.has(name))
        .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) })),
    ),
  };
}

interface AssertedPerson {
  readonly subject: string;
  readonly authenticatedAt: string | null;
  readonly contexts: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
}

const XML_SOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const MICROSOFT = 'http://schemas.microsoft.com/identity/claims/';
const EMAIL = ['email', 'mail', `${XML_SOAP}emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'];
const NAME = ['displayName', 'name', `${MICROSOFT}displayname`, 'urn:oid:2.16.840.1.113730.3.1.241'];

/** Reads an assertion that `assertionFault` has passed. */
export function subjectOfAssertion(asserted: AssertedPerson): ProvenSubject {
  const { subject, authenticatedAt, contexts, attributes } = asserted;
  const valuesOf = (names: readonly string[]): string[] =>
    attributes.filter(({ name }) => names.includes(name)).flatMap(({ values }) => values);
  const at = authenticatedAt === null ? Number.NaN : new Date(authenticatedAt).getTime();
  return {
    subject,
    authTime: Number.isNaN(at) ? null : new Date(at).toISOString(),
    amr: methodsOfContexts(contexts),
    email: addressAmong([...valuesOf(EMAIL), subject]),
    name: nameAmong(valuesOf(NAME)),
    externalIds: textsOf(subject, ...valuesOf([`${MICROSOFT}objectidentifier`])),
    userNames: textsOf(subject),
    claims: shown([
      { name: 'NameID', value: subject },
      ...attributes.map(({ name, values }) => ({ name, value: values.join(', ') })),
    ]),
  };
}

const textsOf = (...values: readonly unknown[]): string[] => [
  ...new Set(values.filter((it): it is string => typeof it === 'string' && isSubject(it))),
];

function nameAmong(names: readonly string[]): string | null {
  const [name] = names.map((it) => it.trim()).filter((it) => it !== '' && !/[\p{Cc}\p{Cf}]/u.test(it));
  return name === undefined ? null : [...name].slice(0, LONGEST_NAME).join('');
}

const shown = (claims: readonly ShownClaim[]): ShownClaim[] =>
  claims.slice(0, MOST_CLAIMS).map(({ name, value }) => ({
    name: name.slice(0, LONGEST_CLAIM),
    value: value.slice(0, LONGEST_CLAIM),
  }));
