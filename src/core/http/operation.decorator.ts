import { applyDecorators, Controller, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import {
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  type ApiOperationOptions,
  type ApiResponseNoStatusOptions,
} from '@nestjs/swagger';

/** A controller of the routes below one path, under one tag of the published document. */
export const Routes = (path: string, tag: string): ClassDecorator =>
  applyDecorators(Controller(path), ApiTags(tag));

export const Operation = (summary: string, description?: string): MethodDecorator =>
  ApiOperation({ summary, ...(description !== undefined && { description }) });

/** Metadata key of a route's id, where several routes share a handler. */
export const OPERATION_ID = 'http:operation-id';

/**
 * Describes a route whose handler is shared with others, so that its id is not the handler's name.
 */
export const SharedOperation = (
  operationId: string,
  described: Pick<ApiOperationOptions, 'summary' | 'description'>,
): MethodDecorator =>
  applyDecorators(SetMetadata(OPERATION_ID, operationId), ApiOperation({ operationId, ...described }));

/** The body of a route's response, whose status is 200 for any method. */
export const Answers = (type: Type, more: ApiResponseNoStatusOptions = {}): MethodDecorator =>
  applyDecorators(HttpCode(200), ApiOkResponse({ type, ...more }));

/**
 * The If-Match header of a route.
 * @param description its value, and the response without it
 */
export const IfMatch = (description: string, { required = false } = {}): MethodDecorator =>
  ApiHeader({ name: 'If-Match', required, description, schema: { type: 'string' } });
