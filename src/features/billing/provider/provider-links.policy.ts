/** Minutes for which an address of the provider's portal can be opened, from its creation on. */
const PORTAL_MINUTES = 5;

/**
 * Whether a link from the provider leads to it: https, to one of its hosts, without credentials
 * (billing 9.3). Plain http is only allowed for this machine, where the local provider of
 * development runs.
 */
export function isProvidersLink(link: string, hosts: readonly string[]): boolean {
  const url = URL.parse(link);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+)$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) return false;
  return hosts.includes(url.host);
}

/** When an address of the portal stops working. */
export const portalExpiry = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + PORTAL_MINUTES * 60_000);

/** Pages of the customers' portal to which the provider's portal returns (billing 9.2). */
export const RETURN_PATHS = [
  '/billing',
  '/billing/invoices',
  '/billing/overview',
  '/settings/billing',
] as const;
export type ReturnPath = (typeof RETURN_PATHS)[number];
