import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';

/** A whole number of a body, and described as one. What says more of the field stands above it, and says whether it may be left out. */
export const IsWholeNumber = (min: number, max: number): PropertyDecorator =>
  // What is asked first stands first: the first complaint is the one that is answered.
  applyDecorators(
    IsInt({ message: 'must be a whole number' }),
    Min(min),
    Max(max),
    ApiProperty({ type: 'integer', minimum: min, maximum: max }),
  );
