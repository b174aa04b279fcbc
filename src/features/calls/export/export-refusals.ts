import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { EXPORT_ERRORS } from '../calls.errors.js';

/** The refusals that an export and its preview share. */
export const REFUSALS = [
  CATALOGUE.validationFailed,
  EXPORT_ERRORS.projectRequired,
  EXPORT_ERRORS.unsupportedFormat,
  EXPORT_ERRORS.profileUnsupported,
  EXPORT_ERRORS.timezoneRequired,
  EXPORT_ERRORS.timezoneInvalid,
  EXPORT_ERRORS.timezoneWithoutProfile,
  EXPORT_ERRORS.columnsInvalid,
  EXPORT_ERRORS.profileOptionsUnsupported,
  EXPORT_ERRORS.unavailable,
  EXPORT_ERRORS.optInDenied,
  EXPORT_ERRORS.denied,
  EXPORT_ERRORS.tooLarge,
  EXPORT_ERRORS.busy,
];

// The longest filters in use take 2 KiB; the rest is for white space and a list of columns.
export const EXPORT_BODY: BodyLimits = { bytes: 32 * 1024, types: ['application/json'] };
