export { TelephonyClient } from './client.js';
export type { TelephonyClientOptions } from './client.js';
export { TelephonyError } from './errors.js';
export type { FieldError } from './errors.js';
export type { RetryClock, RetryOptions } from './retries.js';
export type * from './generated/types.gen.js';
