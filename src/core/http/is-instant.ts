import { ValidateBy } from 'class-validator';
import { readInstant } from '../time/iso-date-time.policy.js';

/** An ISO 8601 date-time with its zone. */
export const IsInstant = (): PropertyDecorator =>
  ValidateBy({
    name: 'instantInvalid',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && readInstant(value) !== null,
      defaultMessage: () =>
        'must be an ISO 8601 date-time with its zone, of the years 2000 to 2100, such as 2026-10-31T04:12:09Z',
    },
  });
