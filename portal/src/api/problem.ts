/** What went wrong, as a person is told. */
export interface Problem {
  readonly kind: 'ended' | 'absent' | 'unavailable' | 'limited' | 'failed';
  readonly status: number;
  readonly message: string;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
}

const KINDS: Readonly<Record<number, Problem['kind']>> = {
  401: 'ended',
  404: 'absent',
  429: 'limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

/** Reads an answer in any of the API's error shapes. */
export function problemOf(status: number, headers: Headers, body: unknown): Problem {
  const outer = record(body);
  const inner = record(outer['error']);
  const retry = Number(headers.get('retry-after'));
  return {
    kind: KINDS[status] ?? 'failed',
    status,
    message: firstText(inner['message'], outer['message'], outer['error'], outer['detail']) ?? '',
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retry) && retry > 0 ? retry : undefined,
  };
}

/** Of an error that a query threw: what the API answered, or that it did not answer. */
export function asProblem(error: unknown): Problem {
  const it = record(error);
  if (typeof it['kind'] === 'string') return it as unknown as Problem;
  return { kind: 'unavailable', status: 0, message: '' };
}
