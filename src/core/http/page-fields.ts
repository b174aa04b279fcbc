import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min } from 'class-validator';
import { IfSent } from './if-sent.js';
import { WholeNumber } from './whole-number.js';

const IsWhole = (): PropertyDecorator => IsInt({ message: 'must be a whole number' });

/** The number of a page, from 1, in a query (requests 7.1). The field's own value is the default. */
export const PageNumber = (): PropertyDecorator =>
  // What is asked first stands first: the first complaint is the one that is answered.
  applyDecorators(
    IsWhole(),
    Min(1),
    WholeNumber(),
    ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 }),
  );

/** How many rows a page has at most, in a query. The field's own value is the default, and named in the document. */
export const PageSize = (most: number, byDefault: number): PropertyDecorator =>
  applyDecorators(
    IsWhole(),
    Max(most),
    Min(1),
    WholeNumber(),
    ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: most, default: byDefault }),
  );

/** Where a list goes on, as the page before has said under `field`. */
export const GoesOnAt = (field: string): PropertyDecorator =>
  applyDecorators(
    IsString(),
    IfSent(),
    ApiPropertyOptional({
      description: `The ${field} of the page before; the filter may not change on the way.`,
    }),
  );
