import { PlatformError } from '../../../core/shared/platform-error.js';
import { DIRECTORY_ERRORS } from '../directory.errors.js';

/** A body that violates SCIM. */
export const invalidSyntax = (message: string): PlatformError =>
  new PlatformError(DIRECTORY_ERRORS.invalidSyntax, { message });

/** @param message the attribute, and what it must be */
export const invalidValue = (message: string): PlatformError =>
  new PlatformError(DIRECTORY_ERRORS.invalidValue, { message: `${message}.` });

export const invalidPath = (path: string): PlatformError =>
  new PlatformError(DIRECTORY_ERRORS.invalidPath, {
    message: `The path ${JSON.stringify(path.slice(0, 100))} is not supported. Send an attribute, or an attribute with one filter such as emails[type eq "work"].value.`,
  });

export const uniqueness = (message: string): PlatformError =>
  new PlatformError(DIRECTORY_ERRORS.uniqueness, { message });
