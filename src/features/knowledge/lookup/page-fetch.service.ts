import { Injectable } from '@nestjs/common';
import { OutboundFailure } from '../../../core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import type { OutboundAnswer } from '../../../core/outbound-http/outbound-request.js';
import { tenantKey, type Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { MOST_PAGE_BYTES, MOST_REDIRECTS } from '../rules/source-limits.js';
import type { FailureCode } from '../rules/source-words.js';
import type { ParseTask } from '../rules/parse-task.js';

/** Even a slow site answers within this time, with all redirects. */
const ANSWER_MS = 20_000;

const HEADERS = {
  accept: 'text/html, application/xhtml+xml, text/plain, text/markdown, application/pdf;q=0.9, */*;q=0.1',
  // The answer is not decoded.
  'accept-encoding': 'identity',
  'user-agent': 'telephony-platform-knowledge/1',
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches pages: only https, public addresses and 5 MiB; each redirect is vetted again (knowledge 3.3, 3.4). */
@Injectable()
export class PageFetch {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /** @throws OutboundFailure busy or cancelled: the page was not requested */
  async fetch(tenant: Tenant, address: string): Promise<ParseTask | FailureCode> {
    const began = this.clock.now().getTime();
    let url = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const timeoutMs = Math.min(began + ANSWER_MS - this.clock.now().getTime(), ANSWER_MS);
      const answer = timeoutMs > 0 ? await this.ask(tenant, url, timeoutMs) : 'fetch_failed';
      if (typeof answer === 'string') return answer;
      const { status, headers, body, isCut } = answer;
      const { location } = headers;
      if (REDIRECTS.has(status) && location !== undefined && URL.canParse(location, url)) {
        url = new URL(location, url).href;
        continue;
      }
      if (status !== 200) return 'page_refused';
      if (isCut) return 'too_large';
      if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) return 'fetch_failed';
      return { content: [body], charset: charsetOf(headers['content-type']) };
    }
    return 'too_many_redirects';
  }

  private async ask(tenant: Tenant, url: string, timeoutMs: number): Promise<OutboundAnswer | FailureCode> {
    try {
      return await this.outbound.request({
        method: 'GET',
        url,
        holder: tenantKey(tenant),
        headers: HEADERS,
        timeoutMs,
        maxAnswerBytes: MOST_PAGE_BYTES,
        answerHeaders: ['content-type', 'content-encoding', 'location'],
      });
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      if (error.code === 'busy' || error.code === 'cancelled') throw error;
      return error.code === 'address_blocked' ? 'address_blocked' : 'fetch_failed';
    }
  }
}

/** Taken from the header Content-Type. */
const charsetOf = (type: string | undefined): string | null =>
  /;\s?charset="?([\w.:-]{1,40})/i.exec(type ?? '')?.[1] ?? null;
