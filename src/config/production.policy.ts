import { SERVER_ENVIRONMENT } from './environment.js';

type Environment = Readonly<Record<string, string | undefined>>;

const SECRETS = ['API_KEY_PEPPER', 'CURSOR_SECRET'] as const;
const ADDRESSES = [
  'METADATA_DATABASE_URL',
  'TENANT_STORES',
  'METADATA_OWNER_URL',
  'TENANT_STORE_OWNER_URLS',
] as const;
const PROVIDER = ['AUTH_ISSUER', 'AUTH_JWKS_URL'] as const;

// 32 random bytes contain about 30 different values; fewer than 16 suggest that a person typed
// them.
const LEAST_DISTINCT_BYTES = 16;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Settings that are well-formed but unsafe, one line each. An attacker can replace keys and issuers
 * that are read over plain http: development allows http from this machine, production from
 * nowhere. Placeholders and weak secrets are refused only in production (NODE_ENV=production, which
 * the image sets).
 */
export function unsafeSettings(environment: Environment): readonly string[] {
  const isStrict = isProduction(environment);
  return [
    ...PROVIDER.flatMap((name) => plainHttp(name, environment[name], isStrict)),
    ...(isStrict ? placeholders(environment) : []),
    ...(isStrict && environment['OUTBOUND_LOOPBACK'] === 'open'
      ? ['OUTBOUND_LOOPBACK must be closed: otherwise partners could make this machine call itself']
      : []),
    ...(isStrict && environment['SCANNER'] === 'eicar'
      ? ['SCANNER must be clamd or none: eicar finds no malware']
      : []),
  ];
}

/** Whether placeholders are refused; the image sets it. */
export const isProduction = (environment: Environment): boolean => environment['NODE_ENV'] === 'production';

function plainHttp(name: string, value: string | undefined, isStrict: boolean): string[] {
  const url = value === undefined ? null : URL.parse(value);
  if (url?.protocol !== 'http:' || (!isStrict && LOOPBACK.test(url.hostname))) return [];
  return [`${name} must be an https address${isStrict ? '' : '; http is only allowed for this machine'}`];
}

function placeholders(environment: Environment): string[] {
  const secrets = SECRETS.flatMap((name) => weakness(name, environment[name]));
  const [pepper, cursor] = SECRETS.map((name) => environment[name]);
  if (pepper !== undefined && pepper === cursor) secrets.push('API_KEY_PEPPER and CURSOR_SECRET must differ');
  const addresses = ADDRESSES.filter((name) => /:change-me[^@]*@/.test(environment[name] ?? ''));
  return [
    ...secrets,
    ...addresses.map((name) => `${name} has the password of .env.example; set another one for the login`),
  ];
}

function weakness(name: (typeof SECRETS)[number], value: string | undefined): string[] {
  if (value === undefined) return [];
  if (value === SERVER_ENVIRONMENT[name].example)
    return [`${name} is the one of .env.example; create your own`];
  return looksRandom(Buffer.from(value, 'base64'))
    ? []
    : [`${name} is not random; generate one with openssl rand -base64 32`];
}

/**
 * Whether these 32 bytes or more may be a secret: zeros and repeated words, for example, may not.
 */
export const looksRandom = (secret: Buffer): boolean => new Set(secret).size >= LEAST_DISTINCT_BYTES;
