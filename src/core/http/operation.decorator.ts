import { applyDecorators, Controller, HttpCode, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, type ApiResponseNoStatusOptions } from '@nestjs/swagger';

/** A controller of the routes below one path, under one tag of the published document. */
export const Routes = (path: string, tag: string): ClassDecorator =>
  applyDecorators(Controller(path), ApiTags(tag));

/** What the published document says of a route. */
export const Operation = (summary: string, description?: string): MethodDecorator =>
  ApiOperation({ summary, ...(description !== undefined && { description }) });

/** The body of a route's answer, which is a 200 whatever its method. */
export const Answers = (type: Type, more: ApiResponseNoStatusOptions = {}): MethodDecorator =>
  applyDecorators(HttpCode(200), ApiOkResponse({ type, ...more }));
