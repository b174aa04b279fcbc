import { applyDecorators } from '@nestjs/common';
import { Matches, ValidateBy } from 'class-validator';
import { CONTACT_FIELDS } from './contact-fields.js';

export const KEY_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Columns of the import mean what they mean there, and names that every object has by birth are no keys of it. */
export const isFreeKey = (key: unknown): boolean =>
  typeof key !== 'string' ||
  !((CONTACT_FIELDS as readonly string[]).includes(key) || key in Object.prototype);

/** A list of names under which contacts are personalized (campaigns 1.7). */
export const IsPersonalizationKey = (): PropertyDecorator =>
  applyDecorators(
    ValidateBy(
      {
        name: 'keyTaken',
        validator: {
          validate: isFreeKey,
          defaultMessage: () =>
            'must not name a column of the import, such as to_number, or what every object has, such as constructor',
        },
      },
      { each: true },
    ),
    Matches(KEY_PATTERN, {
      each: true,
      message: 'each must be 1 to 64 letters, digits, hyphens and underscores',
    }),
  );

/** A list of keys that are all among the allowed ones. What is no list there has its own complaint. */
export const AreAllowedKeys = (): PropertyDecorator =>
  ValidateBy({
    name: 'keysNotAllowed',
    validator: {
      validate: (required: unknown, args) => {
        const { allowed_keys: allowed } = args!.object as { allowed_keys: unknown };
        if (!Array.isArray(required) || !Array.isArray(allowed)) return true;
        return required.every((key) => allowed.includes(key));
      },
      defaultMessage: () => 'must all be among allowed_keys',
    },
  });
