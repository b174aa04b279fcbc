import type { FieldError } from '../../../core/shared/platform-error.js';
import type { CallerRequestStatus, IdentifierKind, RequestType } from '../rules/vocabulary.js';

/** The part of a change that requests an erasure. */
interface SentErasure {
  readonly status: CallerRequestStatus;
  readonly erase?: boolean;
  readonly processing_result?: object;
}

/**
 * The fault of a request to erase, regardless of state (caller-requests 11.1); null if there is
 * none.
 */
export function eraseProblem({ erase, status, processing_result: result }: SentErasure): FieldError | null {
  if (erase !== true) return null;
  if (status !== 'in_progress') return wrong('may be true only with the status in_progress');
  if (result !== undefined) {
    return wrong('may not be sent with processing_result: the result of an erasure is recorded when it ends');
  }
  return null;
}

const wrong = (message: string): FieldError => ({ loc: ['body', 'erase'], message, type: 'erase_invalid' });

/**
 * Why the data of this request cannot be erased (caller-requests 11.1), in words for its sender;
 * null: it can be, or no erasure was requested.
 */
export function erasureRefusal(
  request: {
    readonly request_type: RequestType;
    readonly identifier_kind: IdentifierKind;
    readonly erasure_asked_at: Date | null;
  },
  { erase }: Pick<SentErasure, 'erase'>,
): string | null {
  if (erase !== true) return null;
  if (request.request_type !== 'deletion') {
    return 'Only a deletion request erases data, and this is an access request. Record a deletion request.';
  }
  if (request.identifier_kind !== 'phone') {
    return (
      'Only a request with a telephone number can erase data, because calls are found by number. Record a ' +
      'request with the number.'
    );
  }
  if (request.erasure_asked_at !== null) {
    return 'The data of this request is already being erased. Its history shows when that has ended.';
  }
  return null;
}
