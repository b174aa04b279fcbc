import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { IsText } from '../../../core/http/is-text.js';

export const PROJECT_NAME_LENGTH = { minLength: 3, maxLength: 120 } as const;

/** What a project may be called (projects 4.1). */
export const IsProjectName = (): PropertyDecorator =>
  applyDecorators(
    IsText(PROJECT_NAME_LENGTH.minLength, PROJECT_NAME_LENGTH.maxLength),
    Matches(/^[^\u202A-\u202E\u2066-\u2069]*$/u, {
      message: 'must not change the direction of the text around it',
    }),
  );
