import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { LoggableError } from '../../../core/shared/platform-error.js';
import { headOf } from './answer-head.js';
import { isProvidersLink } from './provider-links.policy.js';

// The provider creates a file on its first request, which takes a few seconds.
const HEAD_MS = 10_000;
// A file that stalls this long will not complete: the provider or the receiver has stopped.
const STALL_MS = 30_000;
/** From the page of the invoice to the provider's file storage. */
const MAX_HOPS = 2;

/**
 * Streams a PDF from the provider (billing 8.5). The request has no credentials: the address is
 * one.
 * @param hosts allowed hosts of the link and its redirects
 * @throws LoggableError if it does not lead to a PDF
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
        `The request for a file of the billing provider got ${answer.statusCode}, or the file is not a PDF.`,
      );
    target = URL.parse(location, target)?.href ?? '';
  }
  throw new LoggableError('A file of the billing provider has too many redirects.');
}

async function request({ protocol, hostname, port, pathname, search }: URL): Promise<IncomingMessage> {
  const target = {
    host: hostname,
    port,
    path: `${pathname}${search}`,
    headers: { Accept: 'application/pdf' },
    timeout: STALL_MS,
  };
  const answer = await headOf(protocol.slice(0, -1), target, '', HEAD_MS).catch(() => null);
  if (answer === null) throw new LoggableError('A file of the billing provider did not arrive.');
  // Listens from the start: an error before the stream is read would end the process.
  return answer.on('error', () => undefined);
}

const isPdf = ({ headers }: IncomingMessage): boolean => {
  const type = headers['content-type'];
  return type !== undefined && type.split(';')[0]!.trim().toLowerCase() === 'application/pdf';
};
