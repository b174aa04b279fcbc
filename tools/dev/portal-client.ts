/**
 * The portal as a client of the local identity provider: a public client, so a code is useless
 * without PKCE.
 */
export const PORTAL_CLIENT = {
  clientId: 'portal',
  /**
   * Any port will do: a loopback redirect is compared without it (RFC 8252, 7.3). `/callback` is
   * for tokens by command.
   */
  redirectUris: [
    'http://127.0.0.1/callback',
    'http://localhost/callback',
    'http://127.0.0.1/v1/portal/callback',
    'http://localhost/v1/portal/callback',
  ],
} as const;

/** The audience of access tokens; a name, not an address to connect to. */
export const API_AUDIENCE = 'https://api.telephony.local';

/**
 * An application of a client's directory at the same provider, for trying single sign-on: the
 * settings of a connection.
 */
export const DIRECTORY_CLIENT = {
  clientId: 'directory',
  clientSecret: 'secret-of-the-local-directory',
  /** The redirect addresses of connections, which contain an id. */
  redirects: /^http:\/\/(?:localhost|127\.0\.0\.1):\d+\/v1\/portal\/oidc\/[0-9a-f-]{36}\/callback$/,
} as const;
