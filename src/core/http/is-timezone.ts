import { ValidateBy } from 'class-validator';
import { isIanaTimezone, timezoneMessage } from '../time/timezone.policy.js';

/** The name of a zone in the IANA database. */
export const IsTimezone = (): PropertyDecorator =>
  ValidateBy({
    name: 'timezoneInvalid',
    validator: { validate: isIanaTimezone, defaultMessage: (args) => timezoneMessage(args?.value) },
  });
