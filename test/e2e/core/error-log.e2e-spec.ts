import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { PublicRoute } from '../../../src/core/auth/access.decorator.js';
import { CATALOGUE } from '../../../src/core/shared/catalogue.js';
import { PlatformError, unavailable } from '../../../src/core/shared/platform-error.js';
import { useTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';

const ANY = { schema: {} };

/** Routes that fail like the service itself. */
@Controller('v1/test/faults')
class FaultsController {
  @Get('unforeseen')
  @PublicRoute('partner')
  @ApiOkResponse()
  unforeseen(): never {
    throw new Error('row 7 of Ines Canary');
  }

  @Get('unavailable')
  @PublicRoute('partner')
  @ApiOkResponse()
  @ApiServiceUnavailableResponse(ANY)
  unavailable(): never {
    throw unavailable(new Error('store-a:5432 refuses'));
  }

  @Get('overloaded')
  @PublicRoute('partner')
  @ApiOkResponse()
  @ApiServiceUnavailableResponse(ANY)
  overloaded(): never {
    throw new PlatformError(CATALOGUE.overloaded, { retryAfterSeconds: 2 });
  }
}

interface Envelope {
  readonly error: { readonly code: string; readonly request_id: string };
}

describe('the log of what fails', () => {
  const test = useTestApp({ controllers: [FaultsController] });

  const failing = async (path: string, status: number): Promise<Envelope['error']> =>
    ((await test.request().get(`/v1/test/faults/${path}`).expect(status)).body as Envelope).error;
  const linesWith = (text: string): Record<string, unknown>[] =>
    test
      .logs()
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  // errors 4.2, 4.4
  it.each([
    ['unforeseen', 500, 'internal_error'],
    ['unavailable', 503, 'dependency_unavailable'],
  ])('names the code and the id of the envelope: %s', async (path, status, code) => {
    const error = await failing(path, status);
    expect(error.code).toBe(code);
    await eventually(() =>
      expect(linesWith(error.request_id)).toMatchObject([{ code, error_id: error.request_id }]),
    );
    expect(test.logs()).not.toMatch(/Canary|store-a:5432/);
  });

  // errors 4.4
  it('has no line for a request that met too many bodies', async () => {
    const refused = await failing('overloaded', 503);
    // A later line is already in the log: an earlier one would be too.
    const { request_id: later } = await failing('unforeseen', 500);
    await eventually(() => expect(linesWith(later)).toHaveLength(1));
    expect(linesWith(refused.request_id)).toEqual([]);
  });
});
