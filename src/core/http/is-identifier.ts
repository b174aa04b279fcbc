import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';

// Identifiers are compared and never interpreted; control characters cannot be part of one, and PostgreSQL
// could not store a NUL.
const IDENTIFIER = /^\P{Cc}{1,128}$/u;

/** A text of 1 to 128 characters without control characters. */
export const IsIdentifier = (): PropertyDecorator =>
  applyDecorators(
    Matches(IDENTIFIER, { message: 'must be text of 1 to 128 characters without control characters' }),
  );
