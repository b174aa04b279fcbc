import type { ConnectionKind } from './connection-settings.policy.js';

/**
 * The address to which a directory sends people back. Each connection has its own address, so an answer of one
 * directory cannot be passed off as that of another one.
 */
export const replyUrl = (origin: string, kind: ConnectionKind, connectionId: string): string =>
  kind === 'oidc'
    ? `${origin}/v1/portal/oidc/${connectionId}/callback`
    : `${origin}/v1/portal/saml/${connectionId}/acs`;

/** The name of this service for SAML directories, which is also the address of its metadata. */
export const samlEntityId = (origin: string, connectionId: string): string =>
  `${origin}/v1/portal/saml/${connectionId}/metadata`;
