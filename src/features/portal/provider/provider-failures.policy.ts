/** The provider did not answer, refused, or gave an answer that cannot be trusted. */
export type ProviderFailure = 'unavailable' | 'refused' | 'untrusted';

interface FailureFacts {
  /** Name of the error's class. */
  readonly name: string;
  readonly code: string | undefined;
  /** The status of the provider's response, if there was one. */
  readonly status: number | undefined;
}

const SILENT = new Set(['TimeoutError', 'AbortError', 'TypeError']);

/**
 * Classifies an error of openid-client (portal-sessions 1.6, 1.7). Requests to a provider that is
 * down, slow or failing may be retried; those with a refused code or refresh token may not. Any
 * other response is untrusted.
 */
export function failureOf({ name, code, status }: FailureFacts): ProviderFailure {
  if (status !== undefined && (status >= 500 || status === 429)) return 'unavailable';
  if (name === 'AuthorizationResponseError' || name === 'ResponseBodyError') return 'refused';
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || (SILENT.has(name) && code === undefined)
    ? 'unavailable'
    : 'untrusted';
}

/**
 * The facts of an error and its causes: of the first one that comes from the provider's response,
 * otherwise of the outermost.
 */
export function factsOf(error: unknown): FailureFacts {
  const chain: Error[] = [];
  for (let it = error; it instanceof Error && chain.length < 5; it = it.cause) chain.push(it);
  const [outer] = chain;
  const { code } = (outer ?? {}) as { code?: unknown };
  const status = chain.map(statusOf).find((it) => it !== undefined);
  const isSilent = chain.some(({ name, message }) => name === 'TypeError' && message === 'fetch failed');
  return {
    name: isSilent ? 'TypeError' : (outer?.name ?? 'unknown'),
    code: isSilent || typeof code !== 'string' ? undefined : code,
    status,
  };
}

function statusOf(error: Error): number | undefined {
  const { status } = error as { status?: unknown };
  if (typeof status === 'number') return status;
  return error.cause instanceof Response ? error.cause.status : undefined;
}
