/**
 * Words for secrets, alone or joined by characters such as - and _: `password`, `api_key=`,
 * `X-Auth-Token`. A longer word that contains one, such as Keystone or Tokenisation, is not a
 * secret.
 */
const WORDS =
  /(?:passwor[dt]|passwd|kennwort)|(?<![a-z])(?:pass(?:phrase|code)s?|pwd|authorization|secrets?|tokens?|cred(?:ential)?s?|bearer|(?:my|our|access|auth|refresh|api|app|user|bot|db)(?:tokens?|secrets?|cred(?:ential)?s?|keys?)|(?:api|access|private|secret|signing|encryption|ssh|auth|client|account|master)[\s_.-]*keys?(?:[\s_.-]*id)?)(?![a-z])|(?<![a-z])(?:keys?|pw|pass|pin|otp|session|sid|cookie|sig|sas)\s*[:=]|sharedaccesssignature/i;

/** The prefixes of well-known keys and tokens, including our own. */
const FORMS =
  /(?:AKIA|ASIA)[0-9A-Z]{12,}|\bgh[opsur]_[0-9A-Za-z]{16,}|\bgithub_pat_|\b[srp]k_(?:live|test)_|\bsk-(?:(?:proj|ant|live|svcacct)-|[0-9A-Za-z_-]{16})|\bSG\.[0-9A-Za-z_-]{8,}|\bnpm_[0-9A-Za-z]{8,}|\bhv[sbr]\.[0-9A-Za-z_-]{8,}|\bdop_v1_|\bMII[0-9A-Za-z+/]{5,}|\bwhsec_|\bxox[abeoprs]-|\bAIza[0-9A-Za-z_-]{20,}|\bglpat-|\bsvc_(?:prod|staging|dev)_|\beyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}|\bssh-(?:rsa|dss|ed25519)\s+AAAA|\bya29\.|\bEAAC[0-9A-Za-z]{8,}|\bshp(?:at|ss|ca)_|\bxapp-|\bBasic\s+[0-9A-Za-z+/]{12,}|(?:^|[\s/])[^\s/@:]+:[^\s/@]+@/;

/** Paths and files that contain credentials. */
const PATHS =
  /\.(?:ssh|aws|gnupg|kube|docker|azure)(?:[\\/]|$)|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\.(?:pem|p12|pfx|jks|keystore|ppk|p8|key|kdbx)(?![0-9a-z])|(?:^|[\\/\s])\.(?:env|netrc|npmrc|pgpass|htpasswd)\b|[\\/]etc[\\/](?:shadow|passwd|ssl[\\/]private)|\bservice[_-]?account[^\s\\/]{0,40}\.json\b|[\\/](?:run|var)[\\/]secrets?\b/i;

const PEM =
  /[-\u2010-\u2015]\s*(?:BEGIN|END)\b|\bBEGIN\s+(?:[A-Z0-9]{1,12}\s+){0,3}(?:PRIVATE|PGP|OPENSSH|RSA|CERTIFICATE)\b/i;

// Secret Bay and Secret Harbour are places; Secret Key is not.
const PLACE = /\bSecret(?= (?!(?:Keys?|Tokens?|Access|Id|Value|Phrase|Code|Word|File)\b)[A-Z][a-z]{2,})/g;

// `clientSecret`: no character separates the words.
const CAMEL_CASE = /([a-z0-9])(?=[A-Z])/g;

/**
 * Whether a text looks like a secret, or like the location of one (campaigns 7.3). It prefers false
 * positives.
 */
export const looksSecret = (text: string): boolean => {
  // Invisible characters and accents would hide a word from these rules, but not from readers.
  const visible = text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(PLACE, '');
  const apart = visible.replace(CAMEL_CASE, '$1_');
  return WORDS.test(apart) || [WORDS, FORMS, PATHS, PEM].some((rule) => rule.test(visible));
};
