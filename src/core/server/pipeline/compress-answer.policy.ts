import { contentCodingFor } from './content-coding.policy.js';

// Below this the headers of the coding cost what it saves.
const LEAST_BYTES = 1024;

interface Asked {
  readonly method: string;
  /** The address of the route, without the prefix of the portal. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Whether an answer could be compressed for some caller (requests 1.11). A length reveals a secret
 * that is beside an attacker's words, so these are not: answers to writes, which alone show a
 * secret; internal routes, whose configurations hold secrets; requests that another site has a
 * browser make, with the cookie of its person.
 */
export const isCompressible = ({ method, url, headers }: Asked, status: number, bytes: number): boolean =>
  method === 'GET' &&
  status === 200 &&
  bytes >= LEAST_BYTES &&
  !url.startsWith('/internal/') &&
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';

/** Whether this caller takes gzip. It costs a tenth of the time of Brotli for some per cent more bytes. */
export const takesGzip = (acceptEncoding: string | undefined): boolean =>
  contentCodingFor(acceptEncoding, ['gzip']) === 'gzip';
