import { ValidateIf } from 'class-validator';

/** A field that may be left out. Null is a value like any other here, and mostly a wrong one. */
export const IfSent = (): PropertyDecorator => ValidateIf((_: object, value: unknown) => value !== undefined);
