import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import { PublicRoute } from '../../../src/core/auth/access.decorator.js';
import { startTestApp } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';

class Declared {
  @ApiProperty()
  name!: string;
}

class Dated {
  @ApiProperty({ format: 'date-time' })
  at_utc!: string;
}

/** Answers that match their declaration, and some that do not. */
@Controller('v1/test/answers')
class AnswersController {
  @Get('as-declared')
  @PublicRoute('general')
  @ApiOkResponse({ type: Declared })
  asDeclared(): Declared {
    return { name: 'x' };
  }

  @Get('another-shape')
  @PublicRoute('general')
  @ApiOkResponse({ type: Declared })
  anotherShape(): object {
    return { name: 7 };
  }

  @Get('another-status')
  @PublicRoute('general')
  @ApiOkResponse({ type: Declared })
  anotherStatus(@Res({ passthrough: true }) response: Response): Declared {
    response.status(418);
    return { name: 'x' };
  }

  @Get('another-type')
  @PublicRoute('general')
  @ApiOkResponse({ type: Declared })
  anotherType(@Res() response: Response): void {
    response.type('text/csv').send('name\nx\n');
  }

  @Get('an-instant-without-milliseconds')
  @PublicRoute('general')
  @ApiOkResponse({ type: Dated })
  anInstantWithoutMilliseconds(): Dated {
    return { at_utc: '2026-11-22T10:00:00Z' };
  }

  @Get('a-field-too-many')
  @PublicRoute('health')
  @ApiOkResponse({ type: Declared })
  aFieldTooMany(): object {
    return { name: 'x', internal_note: 'y' };
  }
}

// Every other e2e file relies on this: a run with an undeclared response must fail.
describe('the record of answers', () => {
  const test = perSuite(() => startTestApp({ controllers: [AnswersController] }));

  async function recordOf(path: string, end: () => unknown = test.settle): Promise<string> {
    await test.request().get(`/v1/test/answers/${path}`);
    try {
      await end();
    } catch (error) {
      return (error as Error).message;
    }
    return 'clean';
  }

  it('lets a declared answer pass', async () => {
    expect(await recordOf('as-declared')).toBe('clean');
  });

  // requests 9.1
  it.each([
    ['an-instant-without-milliseconds', /at_utc must match format/],
    ['another-shape', /200: \/name must be string/],
    ['another-status', /418: status not declared/],
    ['another-type', /content type text\/csv not declared/],
    ['a-field-too-many', /internal_note/],
  ])('fails the run after %s', async (path, reason) => {
    expect(await recordOf(path)).toMatch(reason);
    expect(await recordOf('as-declared')).toBe('clean');
  });

  it('fails the run when the application of a file is closed', async () => {
    expect(await recordOf('another-shape', test.close)).toMatch(/name must be string/);
  });
});
