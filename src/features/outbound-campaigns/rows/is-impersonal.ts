import { ValidateBy } from 'class-validator';
import { isPersonalIdentifier } from '../../../core/privacy/free-words.policy.js';

/** An identifier that is stored and shown in the open: 422 where it is itself a telephone number or an email address (calls-ingest 4.3). */
export const IsImpersonal = (): PropertyDecorator =>
  ValidateBy({
    name: 'identifierIsEmailOrPhone',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !isPersonalIdentifier(value),
      defaultMessage: () =>
        'must be an identifier that tells nothing of a person: no telephone number, no email address',
    },
  });
