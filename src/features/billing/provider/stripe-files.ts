import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { LoggableError } from '../../../core/kernel/platform-error.js';
import { isProvidersLink } from './provider-links.policy.js';
import { stripeSdk } from './stripe-sdk.js';

// The provider draws a file when it is asked for the first time, which takes it some seconds.
const HEAD_MS = 10_000;
// A file that does not move for as long as that will not be whole: the provider has stopped, or who takes it.
const STALL_MS = 30_000;
/** From the page of the invoice to its store of files. */
const MAX_HOPS = 2;

/** What an answer of the SDK's own client is: no more of it is read than is taken. */
interface FileAnswer extends Readable {
  readonly statusCode?: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * A PDF of the provider's, to be taken as it comes (billing 8.5). It is asked for without credentials: its address is one.
 * @param hosts where it, and what it leads to, may be
 * @throws LoggableError where it does not lead to a PDF
 */
export async function openFile(link: string, hosts: readonly string[]): Promise<Readable> {
  let target = link;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    if (!isProvidersLink(target, hosts))
      throw new LoggableError('A file of the billing provider is not on one of BILLING_PROVIDER_HOSTS.');
    const answer = await request(new URL(target));
    if (answer.statusCode === 200 && isPdf(answer)) return answer;
    answer.destroy();
    const { location } = answer.headers;
    const isRedirect = answer.statusCode !== undefined && answer.statusCode >= 300 && answer.statusCode < 400;
    if (!isRedirect || typeof location !== 'string')
      throw new LoggableError(
        `A file of the billing provider was answered ${answer.statusCode}, or is no PDF.`,
      );
    target = URL.parse(location, target)?.href ?? '';
  }
  throw new LoggableError('A file of the billing provider is behind too many redirects.');
}

async function request({ protocol, hostname, port, pathname, search }: URL): Promise<FileAnswer> {
  const isPlain = protocol === 'http:';
  const client = (await stripeSdk()).createNodeHttpClient();
  const asked = client
    .makeRequest(
      hostname,
      port === '' ? (isPlain ? '80' : '443') : port,
      `${pathname}${search}`,
      'GET',
      { Accept: 'application/pdf' },
      '',
      isPlain ? 'http' : 'https',
      STALL_MS,
    )
    .then((response) => response.getRawResponse() as FileAnswer);
  const waiting = new AbortController();
  const answer = await Promise.race([
    asked,
    delay(HEAD_MS, null, { signal: waiting.signal }).catch(() => null),
  ]).finally(() => waiting.abort());
  if (answer !== null) {
    // Listened to from here on: one that breaks before it is taken would end the process.
    answer.on('error', () => undefined);
    return answer;
  }
  void asked.then(
    (late) => late.on('error', () => undefined).destroy(),
    () => undefined,
  );
  throw new LoggableError('A file of the billing provider does not come.');
}

const isPdf = ({ headers }: FileAnswer): boolean => {
  const type = headers['content-type'];
  return typeof type === 'string' && type.split(';')[0]!.trim().toLowerCase() === 'application/pdf';
};
