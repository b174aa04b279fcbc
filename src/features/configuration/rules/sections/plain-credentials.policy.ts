import { urlFault, type UrlFault } from '../../../../core/outbound-http/public-host.policy.js';
import { error, type Finding, type FindingRule } from './section-definition.js';

// Names under which systems accept credentials, after normalisation by `wordsOf`. A part of a
// longer word does not count: max_tokens, keyboard and secretary are harmless.
const CREDENTIAL_NAMES: readonly RegExp[] = [
  /(api|access|private|secret|signing|subscription)_?key(_|\d*$)/,
  /(access|auth|bearer|refresh|session)_?token(_|\d*$)/,
  /(^|_)(secrets?|credentials?|authorization|bearer|jwt|pwd|passwd|password|passphrase)(_|\d*$)/,
  /(token|secret|password|cookie)\d*$/,
  /(^|_)(auth|sig)$/,
  /^key$/,
];

// The forms of credentials in any field: schemes of the Authorization header, tokens with known
// prefixes, signed tokens, private keys, and names with passwords inside of an address. None of
// these patterns backtracks over a long text.
const CREDENTIAL_VALUES: readonly RegExp[] = [
  /^(authorization:\s*)?bearer\s+\S+$/i,
  /(?<![A-Za-z0-9])[spr]k_(live|test)_[A-Za-z0-9]/,
  /(?<![A-Za-z0-9])(sk-[A-Za-z0-9_-]{16,}|gh[oprsu]_[A-Za-z0-9]{16,}|github_pat_|glpat-|xox[abeoprs]-|xapp-\d|A[KS]IA[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,})/,
  /(?<![A-Za-z0-9])(SG\.[A-Za-z0-9_-]{16,}\.|npm_[A-Za-z0-9]{16,}|hv[sbr]\.[A-Za-z0-9_-]{16,}|dop_v1_[0-9a-f]{16,}|shp(at|ss|ca)_[0-9a-f]{16,}|whsec_[A-Za-z0-9+/]{16,}|ya29\.[A-Za-z0-9_-]{16,})/,
  /(?<![A-Za-z0-9])svc_(prod|staging|dev)_[A-Za-z0-9]{8}_/,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /:\/\/[^\s/@:]+:[^\s/@]+@/,
];

/**
 * Whether the value under a name looks like a credential, by the name of a setting, a header or an
 * address parameter, or by its content. Booleans are not credentials.
 */
export function looksLikeCredential(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return false;
  return isCredentialName(name) || (typeof value === 'string' && isCredential(value));
}

const isCredentialName = (name: string): boolean => {
  const words = wordsOf(name);
  return CREDENTIAL_NAMES.some((pattern) => pattern.test(words));
};

const isCredential = (value: string): boolean =>
  CREDENTIAL_VALUES.some((pattern) => pattern.test(value)) || isBasic(value);

// An Authorization header in the middle of a sentence. Ordinary words do not count: the value must
// contain a digit.
const BEARER_IN_PROSE = /(?<![A-Za-z0-9])bearer\s+(?=[A-Za-z._~+/-]*[0-9])[A-Za-z0-9._~+/-]{16,}/i;

/** Whether a text for people or models, of one line or several, contains a credential. */
export const holdsCredential = (text: string): boolean =>
  BEARER_IN_PROSE.test(text) || text.split('\n').some((each) => isCredential(each.trim()));

// The name of a credential, followed by its value: letters and digits mixed, unlike words.
const CREDENTIAL_IN_PROSE =
  /(?<![A-Za-z0-9])(api[ _-]?key|access[ _-]?token|client[ _-]?secret|password|passphrase)\s*(:|=|\bis\b)\s*["'`]?(?=[^\s"'`]{0,64}[0-9])(?=[^\s"'`]{0,64}[A-Za-z])[^\s"'`]{8,}/i;

/**
 * Whether a text seems to state a password or a key. It may be a public one, such as that of a
 * guest network.
 */
export const revealsCredential = (text: string): boolean => CREDENTIAL_IN_PROSE.test(text);

// The random texts of keys: hexadecimal of 16 bytes or more, parts of signed tokens between dots,
// and long words that mix case and digits as no name does.
const RANDOM_NAMES: readonly RegExp[] = [
  /(?<![A-Za-z0-9])[0-9a-f]{32,}(?![A-Za-z0-9])/i,
  /^eyJ[A-Za-z0-9_-]{12,}$/,
  /(?=[A-Z0-9]*[a-z])(?=[a-z0-9]*[A-Z])(?=(?:[A-Za-z]+\d+){3})[A-Za-z0-9]{24,}/,
];

// Longer names are refused for their length.
const LONGEST_NAME = 64;

/** Whether the name of a secret is itself a credential: names are shown, logged and published. */
export const isCredentialAsName = (name: string): boolean =>
  name.length <= LONGEST_NAME && (isCredential(name) || RANDOM_NAMES.some((pattern) => pattern.test(name)));

/** `X-ApiKey`, `api-key` and `apiKey` in one spelling: lower-case words joined by underscores. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** Whether a value is a name and its password in the Basic scheme; "Basic plan" is not. */
function isBasic(value: string): boolean {
  const [, encoded] = /^basic\s+([A-Za-z0-9+/]{4,}={0,2})$/i.exec(value) ?? [];
  return encoded !== undefined && Buffer.from(encoded, 'base64').toString('latin1').includes(':');
}

/**
 * A finding for a credential in the wrong place.
 * @param place where it belongs instead
 */
export const plainCredential = (path: string, place: string): Finding =>
  error('secret_in_plain_text', path, `Every reader of the configuration can see it. Move it to ${place}.`);

const FAULTS: Record<UrlFault, string> = {
  invalid: 'Requests cannot be sent to this address.',
  not_https: 'Only https addresses are allowed.',
  with_credentials: 'An address must not contain credentials. Refer to a secret instead.',
  not_public: 'The host must be reachable on the internet.',
};

/**
 * The findings about an address that the platform calls: it is not allowed, or contains a
 * credential.
 * @param place where the credential belongs instead
 */
export function urlFindings(url: string, path: string, place: string): Finding[] {
  const fault = urlFault(url);
  if (fault) return [error(`url_${fault}`, path, FAULTS[fault])];
  const { pathname, searchParams, hash } = new URL(url);
  const parameters = [...searchParams, ...new URLSearchParams(hash.slice(1))];
  const isPlain =
    isCredential(pathname) || parameters.some(([name, value]) => looksLikeCredential(name, value));
  return isPlain ? [plainCredential(path, place)] : [];
}

export const PLAIN_CREDENTIAL_RULE: FindingRule = [
  'secret_in_plain_text',
  'error',
  'a value that looks like a credential is in a field that every user reads',
];

const WHEN: Record<UrlFault, string> = {
  invalid: 'an address cannot be read',
  not_https: 'an address is not https',
  with_credentials: 'an address contains a name or password',
  not_public: 'the host of an address is not on the public internet',
};

/** All findings about an address. */
export const URL_RULES: readonly FindingRule[] = [
  ...Object.entries(WHEN).map(([fault, when]): FindingRule => [`url_${fault}`, 'error', when]),
  PLAIN_CREDENTIAL_RULE,
];
