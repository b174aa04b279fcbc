import { contentCodingFor } from './content-coding.policy.js';

// Below this size, the header overhead cancels the savings.
const LEAST_BYTES = 1024;

interface Asked {
  readonly method: string;
  /** The address of the route, without the prefix of the portal. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Whether a response may be compressed (requests 1.11). Its length could reveal a secret next to an
 * attacker's text, so these are not: responses to writes, the only ones that show a secret;
 * internal routes, whose configurations contain secrets; requests that another site has a browser
 * make with its person's cookie.
 */
export const isCompressible = ({ method, url, headers }: Asked, status: number, bytes: number): boolean =>
  method === 'GET' &&
  status === 200 &&
  bytes >= LEAST_BYTES &&
  !url.startsWith('/internal/') &&
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';

/**
 * Whether this caller accepts gzip. It needs a tenth of Brotli's time for a few per cent more
 * bytes.
 */
export const takesGzip = (acceptEncoding: string | undefined): boolean =>
  contentCodingFor(acceptEncoding, ['gzip']) === 'gzip';
