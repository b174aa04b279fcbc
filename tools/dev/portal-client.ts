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
