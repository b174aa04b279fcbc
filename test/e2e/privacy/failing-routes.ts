import { BadRequestException, Controller, Get, Param, Res } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiServiceUnavailableResponse,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { QueryFailedError } from 'typeorm';
import { PublicRoute } from '../../../src/core/auth/access.decorator.js';
import { unavailable } from '../../../src/core/shared/platform-error.js';
import { CANARIES } from './canaries.js';

const everything = (secret: string): string => `${Object.values(CANARIES).join(' | ')} | ${secret}`;

const driverError = (text: string, code: string): Error =>
  Object.assign(new Error(`duplicate key value: ${text}`), {
    code,
    detail: `Key (phone)=(${text}) already exists.`,
    constraint: 'some_constraint',
    table: 'some_table',
    where: text,
    hint: text,
  });

const FAILURES: Readonly<Record<string, (text: string) => unknown>> = {
  'an error': (text) => new Error(text),
  'an error of several lines': (text) => new Error(`first\n    at ${text}\n    at (${text})`),
  'an error in an error': (text) => new Error('outer', { cause: new Error(text) }),
  'an error that was given another name': (text) => Object.assign(new Error('x'), { name: text }),
  'an error with a code made of text': (text) => Object.assign(new Error('x'), { code: text }),
  'a type error': (text) => new TypeError(`Cannot read properties of undefined (reading '${text}')`),
  'a unique violation': (text) =>
    new QueryFailedError(`INSERT '${text}'`, [text], driverError(text, '23505')),
  'a syntax error': (text) => new QueryFailedError(`SELECT '${text}'`, [text], driverError(text, '42601')),
  'a driver error of its own': (text) => driverError(text, '22P02'),
  'a dead dependency': (text) => unavailable(new Error(text)),
  'an HTTP exception': (text) => new BadRequestException(text),
  'an HTTP exception with a body': (text) => new BadRequestException({ message: [text], error: text }),
  'a text': (text) => text,
  'an object': (text) => ({ message: text, stack: text, status: 400 }),
  nothing: () => undefined,
};

/** Every way in which our own or other code may fail while it holds personal data. */
export const FAILURE_NAMES = Object.keys(FAILURES);

@Controller('v1/test/failing')
export class FailingController {
  @Get(':kind/:secret')
  @PublicRoute('general')
  @ApiOkResponse({ schema: {} })
  @ApiBadRequestResponse({ schema: {} })
  @ApiNotFoundResponse({ schema: {} })
  @ApiConflictResponse({ schema: {} })
  @ApiServiceUnavailableResponse({ schema: {} })
  fail(@Param('kind') kind: string, @Param('secret') secret: string): never {
    throw FAILURES[kind]?.(everything(secret));
  }
}

@Controller('v1/test/failing-late')
export class FailingLateController {
  @Get()
  @PublicRoute('general')
  @ApiOkResponse({ schema: {} })
  fail(@Res() response: Response): never {
    response.write('[');
    throw new Error(everything('late'));
  }
}
