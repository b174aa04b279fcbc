/**
 * Why a request to an external address has no response.
 * - address_blocked: the address, or one that its name resolves to, may not be called; nothing was
 *   connected
 * - dns_failed: its name does not resolve, or the name servers did not answer in time
 * - connection_failed: refused, reset, or closed before the answer was whole
 * - tls_failed: no handshake, or a certificate that is for another name or is not trusted
 * - timeout: connecting, the headers or the whole exchange took too long
 * - payload_too_large: the request is larger than the limit; nothing was sent
 * - invalid_request: a method or a header that cannot be sent; nothing was sent
 * - invalid_response: the answer is not HTTP, or its headers are larger than the limit
 * - busy: no connection was free in time; nothing was sent, and the receiver did not fail
 * - cancelled: the caller cancelled it, or this process is stopping
 */
export type OutboundFailureCode =
  | 'address_blocked'
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'payload_too_large'
  | 'invalid_request'
  | 'invalid_response'
  | 'busy'
  | 'cancelled';

/** The one error of `OutboundHttp`; it contains neither address nor request, so it may be logged. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';

  /**
   * @param reason the driver's code or the limit: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `not_public`;
   *   for logs
   * @param durationMs from the moment a connection was free for it
   */
  constructor(
    readonly code: OutboundFailureCode,
    readonly reason: string,
    readonly durationMs = 0,
  ) {
    super(`${code} (${reason})`);
  }
}

const BY_CODE: readonly (readonly [pattern: RegExp, code: OutboundFailureCode])[] = [
  [/^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(ERR_SSL_|ERR_TLS_|CERT_|EPROTO$)/, 'tls_failed'],
  [/^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_)/, 'invalid_response'],
  [/^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED)$/, 'invalid_request'],
];

/**
 * Converts an error of undici or Node into a failure.
 * @param otherwise the code for an error without a specific one, which differs before and after the
 *   handshake
 */
export function failureOf(
  error: unknown,
  otherwise: OutboundFailureCode = 'connection_failed',
): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const reason = driverCodeOf(error);
  const [, code = otherwise] = BY_CODE.find(([pattern]) => pattern.test(reason)) ?? [];
  return new OutboundFailure(code, reason);
}

/** The code or the name of the error. Its message may contain addresses, so it is not used. */
function driverCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
