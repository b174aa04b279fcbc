import { ValidateBy } from 'class-validator';
import { isPersonalIdentifier } from '../privacy/free-words.policy.js';

/** Beside the rule for its form: what is stored in the open is not the number or the address of a person (privacy 6.6). */
export const HoldsNoPerson = (): PropertyDecorator =>
  ValidateBy({
    name: 'personal',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !isPersonalIdentifier(value),
      defaultMessage: () => 'must not be a telephone number or an email address',
    },
  });
