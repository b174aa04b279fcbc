import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import { OutboundFailure } from '../../../core/outbound-http/outbound-failure.js';
import type { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import { tenantKey, type Tenant } from '../../../core/shared/auth-context.js';
import { DirectoryFailure } from './directory-failure.js';

/**
 * A directory answers in a few hundred milliseconds, and a person waits for at most four answers.
 */
const ANSWER_MS = 3_000;

/** Large directories publish about 20 KiB of keys. */
const MOST_BYTES = 256 * 1024;

/**
 * The requests of one sign-in to its directory: only to public addresses, with limits on size and
 * time.
 */
export class VettedFetch {
  /** The first request that failed; openid-client wraps errors. */
  failure: DirectoryFailure | null = null;

  constructor(
    private readonly outbound: OutboundHttp,
    private readonly tenant: Tenant,
  ) {}

  readonly fetch: CustomFetch = async (url, { method, headers, body }) => {
    try {
      const answer = await this.outbound.request({
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        holder: tenantKey(this.tenant),
        headers,
        ...bodyOf(body),
        timeoutMs: ANSWER_MS,
        maxAnswerBytes: MOST_BYTES,
        answerHeaders: ['content-type'],
      });
      if (answer.isCut) throw new OutboundFailure('invalid_response', 'too_long');
      if (answer.status >= 500 || answer.status === 429)
        this.failure ??= new DirectoryFailure('directory_unreachable', `status_${answer.status}`);
      return new Response(hasNoBody(answer.status) ? null : new Uint8Array(answer.body), {
        status: answer.status,
        headers: answer.headers,
      });
    } catch (error) {
      if (error instanceof OutboundFailure) this.failure ??= failureOf(error);
      throw error;
    }
  };
}

export const failureOf = ({ code }: OutboundFailure): DirectoryFailure =>
  code === 'address_blocked'
    ? new DirectoryFailure('address_not_public')
    : new DirectoryFailure('directory_unreachable', code);

const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** @throws Error for a body of a kind that openid-client does not send here */
function bodyOf(body: CustomFetchOptions['body']): { readonly body?: string } {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string') return { body };
  if (body instanceof URLSearchParams) return { body: body.toString() };
  throw new Error('A request to a directory has an unexpected body.');
}
