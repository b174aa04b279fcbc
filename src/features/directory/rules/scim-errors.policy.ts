import type { ErrorForm } from '../../../core/http/errors/envelopes.js';
import { pathText } from '../../../core/shared/json/json-path.js';
import type { PlatformError } from '../../../core/shared/platform-error.js';
import { DIRECTORY_ERRORS } from '../directory.errors.js';

export const SCIM_JSON = 'application/scim+json';

/** The names of RFC 7644 (3.12) for our codes; other errors have none. */
const SCIM_TYPES: ReadonlyMap<string, string> = new Map([
  [DIRECTORY_ERRORS.invalidSyntax.code, 'invalidSyntax'],
  [DIRECTORY_ERRORS.invalidValue.code, 'invalidValue'],
  [DIRECTORY_ERRORS.invalidPath.code, 'invalidPath'],
  [DIRECTORY_ERRORS.invalidFilter.code, 'invalidFilter'],
  [DIRECTORY_ERRORS.tooMany.code, 'tooMany'],
  [DIRECTORY_ERRORS.uniqueness.code, 'uniqueness'],
  ['validation_failed', 'invalidSyntax'],
  ['validation_error', 'invalidSyntax'],
]);

const detailOf = ({ fields: [first], message }: PlatformError): string =>
  first === undefined ? message : `${pathText(first.loc)} ${first.message}.`;

/** How routes for directories answer errors (directory 3.2). */
export const SCIM_ERRORS: ErrorForm = {
  mediaType: SCIM_JSON,
  bodyOf: (error) => {
    const scimType = SCIM_TYPES.get(error.entry.code);
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(error.entry.status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: detailOf(error),
    };
  },
};
