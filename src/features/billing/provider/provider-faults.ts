import type Stripe from 'stripe';
import { LoggableError, PlatformError } from '../../../core/shared/platform-error.js';
import { BILLING_ERRORS } from '../billing.errors.js';

/** The key is missing or refused: an operator must change the configuration. */
export class ProviderRefusedError extends LoggableError {}

/** Waits longer than an hour are not passed on: no caller waits that long. */
const MAX_RETRY_AFTER_SECONDS = 3600;

export const providerUnavailable = (cause: unknown): PlatformError =>
  new PlatformError(BILLING_ERRORS.providerUnavailable, { cause });

/**
 * Maps a failure of the provider to our error (billing 11.1, 11.2). Its messages, ids and fields
 * are dropped: they may contain anything.
 */
export function faultOf(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (isOf(error, 'StripeRateLimitError')) {
    const seconds = retryAfter(error.headers?.['retry-after'], error.headers?.['date']);
    return new PlatformError(BILLING_ERRORS.providerRateLimited, {
      cause: new LoggableError('The billing provider answered 429.'),
      ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
    });
  }
  return providerUnavailable(reasonOf(error));
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

// Compares the name of the SDK's errors: their class would load the SDK.
const isOf = (error: unknown, type: string): error is StripeError =>
  error instanceof Error && 'type' in error && error.type === type;

/** Whether the provider says that the object does not exist. */
export const isMissing = (error: unknown): boolean =>
  isOf(error, 'StripeInvalidRequestError') && error.code === 'resource_missing';

/** Whether the provider already has an event with this identifier, and counted it. */
export const isRepetition = (error: unknown): boolean =>
  isOf(error, 'StripeInvalidRequestError') && /already exists with identifier/i.test(error.message);

/** Whether the provider says that it will never accept the request. */
export const isRefusal = (error: unknown): boolean => isOf(error, 'StripeInvalidRequestError');

function reasonOf(error: unknown): LoggableError {
  if (error instanceof LoggableError) return error;
  const isRefused = isOf(error, 'StripeAuthenticationError') || isOf(error, 'StripePermissionError');
  if (isRefused)
    return new ProviderRefusedError('The billing provider does not accept BILLING_PROVIDER_KEY.');
  if (isOf(error, 'StripeConnectionError')) return new LoggableError('The billing provider does not answer.');
  const status = (error as Partial<StripeError> | null)?.statusCode;
  return new LoggableError(
    status === undefined
      ? 'The billing provider failed or sent an unreadable response.'
      : `The billing provider answered ${status}.`,
  );
}

/**
 * Whole seconds; null if the header has no usable value (billing 11.1). A date is compared with the
 * date of the same response, because the two clocks may differ.
 */
function retryAfter(header: string | undefined, answeredAt: string | undefined): number | null {
  if (header === undefined) return null;
  const isSeconds = /^\d{1,6}$/.test(header);
  const seconds = isSeconds
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.parse(answeredAt ?? '')) / 1000);
  return seconds >= 1 && seconds <= MAX_RETRY_AFTER_SECONDS ? seconds : null;
}
