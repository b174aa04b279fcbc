import { OutboundFailure } from './outbound-failure.js';
import type { OutboundTarget } from './outbound-target.policy.js';

// The largest body that is sent (events of 256 KiB), and the largest headers that most servers
// accept.
const MAX_BODY_BYTES = 256 * 1024;
export const MAX_HEADER_BYTES = 16 * 1024;
/** Headers of the connection, which callers may not set. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
]);

export interface OutboundContent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Time limit of the whole exchange, from connecting to the last byte read; at most 60 s. */
  readonly timeoutMs: number;
}

export interface OutboundRequest extends OutboundContent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** The owner of the request, such as a tenant; its requests get at most half of the slots. */
  readonly holder: string;
  /**
   * Builds the content when a slot is free, possibly seconds later. Null: there is nothing left to
   * send (`cancelled`). It must not throw.
   */
  readonly prepare?: () => Promise<OutboundContent | null>;
  /**
   * Time limit of the response headers, from the end of the request; default: that of the exchange.
   */
  readonly headersTimeoutMs?: number;
  /** Names of response headers to return, in lower case. */
  readonly answerHeaders?: readonly string[];
  /** Maximum bytes read of the response body; default: 16 KiB. */
  readonly maxAnswerBytes?: number;
  /** Ends the exchange: `cancelled`. */
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  /** A redirect is an ordinary response and is never followed. */
  readonly status: number;
  /** The requested headers; repeated ones are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, not decoded. */
  readonly body: Buffer;
  /** Whether the body was longer. */
  readonly isCut: boolean;
  /** From the moment a connection was free for it. */
  readonly durationMs: number;
}

/**
 * The content built by `prepare`.
 * @throws OutboundFailure cancelled: there is nothing left to send
 */
export async function prepared(
  prepare: () => Promise<OutboundContent | null>,
  target: OutboundTarget,
): Promise<OutboundContent> {
  const content = await prepare();
  if (content === null) throw cancelled();
  assertSendable(content, target);
  return content;
}

/** @throws OutboundFailure invalid_request, payload_too_large */
export function assertSendable({ headers = {}, body = '' }: OutboundContent, { path }: OutboundTarget): void {
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw new OutboundFailure('payload_too_large', 'body');
  let head = path.length;
  for (const name in headers) {
    if (OWN_HEADERS.has(name.toLowerCase())) throw new OutboundFailure('invalid_request', `header ${name}`);
    head += name.length + headers[name]!.length + 4;
  }
  if (head > MAX_HEADER_BYTES) throw new OutboundFailure('payload_too_large', 'headers');
}

/** The caller has ended the exchange. */
export const cancelled = (): OutboundFailure => new OutboundFailure('cancelled', 'signal');
