import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { NO_PHONE_NUMBER, readPhoneNumber } from '../privacy/phone-number.policy.js';

const identityOf = (value: unknown): unknown =>
  typeof value === 'string' ? (readPhoneNumber(value) ?? value) : value;

/**
 * A telephone number, or a list of them: the field holds the identity of the number (requests 10.5).
 * @param message what is allowed; never what was sent
 */
export const IsPhoneNumber = ({ each = false, message = NO_PHONE_NUMBER } = {}): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      each && Array.isArray(value) ? value.map(identityOf) : identityOf(value),
    ),
    ValidateBy(
      {
        name: 'matches',
        validator: {
          validate: (value: unknown) => typeof value === 'string' && readPhoneNumber(value) !== null,
          defaultMessage: () => message,
        },
      },
      { each },
    ),
  );
