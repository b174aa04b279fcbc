import i18next from 'i18next';
import { faultText } from '../texts/faults';

/** An error as the portal shows it to a person. */
export interface Problem {
  readonly kind: 'ended' | 'absent' | 'unavailable' | 'limited' | 'failed';
  readonly status: number;
  readonly message: string;
  /** The API's code of the error. */
  readonly code?: string;
  /** Why the current state does not allow it. */
  readonly blockReason?: string;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  /** The fault of each field, by path (errors 1.5). */
  readonly fields: Readonly<Record<string, string>>;
  /** A guard that names an earlier state (errors 4.3). */
  readonly stale?: Stale;
}

/** Changes since the person read the state that they are about to replace. */
interface Stale {
  readonly current: string | null;
  readonly changedPaths: readonly string[] | null;
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

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

/**
 * The field errors of any of the API's formats: a list, an object of messages by path, or paths and
 * messages.
 */
function fieldsOf(...sources: readonly unknown[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const source of sources) {
    if (!Array.isArray(source)) {
      for (const [path, message] of Object.entries(record(source)))
        if (typeof message === 'string') fields[path] ??= message;
      continue;
    }
    for (const entry of source) {
      const { field, message, loc, msg, code, type } = record(entry);
      const path = firstText(field) ?? list(loc).slice(1).join('.');
      fields[path] ??= faultText(firstText(code, type) ?? '', firstText(message, msg) ?? '');
    }
  }
  return fields;
}

function staleOf(...sources: readonly unknown[]): Stale | undefined {
  const found = sources.find((source) => typeof source === 'object' && source !== null);
  if (!found) return undefined;
  const { current, changed_paths: changed } = record(found);
  return {
    current: firstText(current) ?? null,
    changedPaths: Array.isArray(changed)
      ? changed.filter((path): path is string => typeof path === 'string')
      : null,
  };
}

/** Reads an answer in any of the API's error shapes. */
export function problemOf(status: number, headers: Headers, body: unknown): Problem {
  const outer = record(body);
  const inner = record(outer['error']);
  const details = record(inner['details']);
  const retry = Number(headers.get('retry-after'));
  return {
    kind: KINDS[status] ?? 'failed',
    status,
    // A proxy's error page has no API error body.
    message:
      firstText(inner['message'], outer['message'], outer['error'], outer['detail']) ??
      i18next.t('states.noMessage'),
    code: firstText(inner['code'], outer['code']),
    blockReason: firstText(details['block_reason'], inner['block_reason'], outer['block_reason']),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retry) && retry > 0 ? retry : undefined,
    fields: fieldsOf(
      details['field_errors'],
      inner['field_errors'],
      outer['field_errors'],
      list(outer['details']),
    ),
    stale: staleOf(details['stale'], inner['stale'], outer['stale']),
  };
}

/** The problem of a failed query: the API's response, or the lack of one. */
export function asProblem(error: unknown): Problem {
  const it = record(error);
  if (typeof it['kind'] === 'string') return it as unknown as Problem;
  return { kind: 'unavailable', status: 0, message: '', fields: {} };
}
