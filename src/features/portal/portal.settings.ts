import { makeExactValidator, str } from 'envalid';

const parameters = makeExactValidator<Readonly<Record<string, string>>>((input) => {
  const pairs = [...new URLSearchParams(input)];
  const isSound = ([name]: [string, string]): boolean => /^[a-z_]{1,40}$/.test(name) && !OURS.has(name);
  if (pairs.length === 0 || !pairs.every(isSound))
    throw new Error('must be parameters as in a query, such as audience=https%3A%2F%2Fapi.example.com');
  return Object.fromEntries(pairs);
});

/** Parameters that sign-in sets itself. */
const OURS = new Set(
  'client_id redirect_uri response_type scope state nonce code_challenge code_challenge_method'.split(' '),
);

/** As wide as the header of a page on a phone. */
const MAX_NAME = 30;

const productName = makeExactValidator<string>((input) => {
  if (!/^[^\p{C}<>]+$/u.test(input) || input.trim() === '' || input.length > MAX_NAME)
    throw new Error(`must be 1 to ${MAX_NAME} characters on one line, without < and >`);
  return input.trim();
});

/** The portal's settings except for its address. Without PORTAL_CLIENT_ID there is no sign-in. */
export const PORTAL_SETTINGS = {
  PORTAL_CLIENT_ID: str({
    default: undefined,
    desc:
      'Client id of the portal at the identity provider of AUTH_ISSUER. Without it, there is no portal: no ' +
      'sign-in, and nothing below /api/v1.',
    example: 'portal',
  }),
  PORTAL_CLIENT_SECRET: str({
    default: undefined,
    desc: 'Secret of that client. Without it, the portal is a public client; PKCE is used either way.',
    example: 'change-me',
  }),
  PORTAL_SCOPE: str({
    default: 'openid offline_access',
    desc: 'Scopes that sign-in requests. Most providers require offline_access for a refresh token.',
    example: 'openid offline_access',
  }),
  PORTAL_SIGN_IN_PARAMETERS: parameters({
    default: undefined,
    desc: 'Further parameters that a provider needs, as a query string: some expect audience=, others resource=.',
    example: 'audience=https%3A%2F%2Fapi.example.com',
  }),
  PORTAL_PRODUCT_NAME: productName({
    default: undefined,
    desc: 'Name of the product in page headers and titles. Default: Telephony, in the language of the reader.',
    example: 'Acme Voice',
  }),
  PORTAL_LOGO_FILE: str({
    default: undefined,
    desc: 'SVG or PNG file of at most 64 KiB, shown next to the name and as the icon of the tab. Square images look best.',
    example: '/etc/telephony/logo.svg',
  }),
};
