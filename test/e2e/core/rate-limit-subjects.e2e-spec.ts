import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { Access } from '../../../src/core/auth/access.decorator.js';
import { RateLimit } from '../../../src/core/rate-limit/rate-limit.decorator.js';
import { useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';

const SCOPES = ['full-access'] as const;
const OK = { ok: true };
const ANSWER = { schema: { type: 'object' } } as const;

@Controller('test/limited')
class SubjectsController {
  @Get('environment')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @RateLimit({ caller: { limit: 2, seconds: 60 } }, { within: 'environment' })
  environment(): object {
    return OK;
  }

  @Get('client')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @RateLimit({ caller: { limit: 2, seconds: 60 }, tenant: { limit: 4, seconds: 60 } })
  client(): object {
    return OK;
  }

  @Get('platform')
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @RateLimit({ caller: { limit: 2, seconds: 60 } }, { within: 'platform' })
  platform(): object {
    return OK;
  }
}

describe('the windows of @RateLimit', () => {
  const test = useTestApp({ controllers: [SubjectsController] });
  const statusesOf = async (route: string, ...keys: string[]): Promise<number[]> => {
    const answers: number[] = [];
    for (const key of keys)
      answers.push((await test.request().get(`/test/limited/${route}`).set('X-API-Key', key)).status);
    return answers;
  };

  // Fails if a limit counts others than its row of the specification names. requests 8.4
  it('count a person within an environment, a client or the platform, as their route says', async () => {
    const tenant = await test.world.aTenant();
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const createdBy = `person-of-${tenant.clientId}`;
    const keyOf = (of: TestTenant) => test.world.aKey(of, 'full-access', { createdBy });
    const mine = await keyOf(tenant);
    const sandbox = await keyOf(staging);
    const elsewhere = await keyOf(await test.world.aTenant());
    for (const [route, inSandbox, inOther] of [
      ['environment', 200, 200],
      ['client', 429, 200],
      ['platform', 429, 429],
    ] as const)
      expect(await statusesOf(route, mine, mine, sandbox, elsewhere)).toEqual([200, 200, inSandbox, inOther]);
    // All callers of a client count, in both environments together.
    const [next, last] = [
      await test.world.aKey(staging, 'full-access'),
      await test.world.aKey(tenant, 'full-access'),
    ];
    expect(await statusesOf('client', next, next, last)).toEqual([200, 200, 429]);
  });
});
