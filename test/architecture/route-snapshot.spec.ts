import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiOkResponse } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import type { ProtectedAccess } from '../../src/core/auth/access-rule.js';
import { Access, PublicRoute } from '../../src/core/auth/access.decorator.js';
import { Idempotent } from '../../src/core/idempotency/idempotent.decorator.js';
import { IDEMPOTENCY_RULE } from '../../src/core/idempotency/idempotency-rule.js';
import type { IdempotencyRule } from '../../src/core/idempotency/idempotency-rule.js';
import { bodyLimitsOf } from '../../src/core/server/body/request-body.js';
import { RouteTable } from '../../src/core/openapi/route-table.js';
import type { RouteEntry } from '../../src/core/openapi/route-table.js';
import { PUBLIC_DOOR, type PublicDoor } from '../../src/core/rate-limit/public-door.decorator.js';
import { RATE_LIMIT_RULE } from '../../src/core/rate-limit/rate-limit.decorator.js';
import type { RateLimitRule } from '../../src/core/rate-limit/rate-limit.decorator.js';
import { startTestApp, useTestApp } from '../support/app.js';

const HEAD = `Every route of the application: who may call it, and under what terms.
A difference in this file is reviewed as a change of permissions. Written by route-snapshot.spec.ts.
`;

const BODILESS = ['GET', 'HEAD'];

/** One route as a paragraph: short lines give short diffs. */
function paragraphOf(reflector: Reflector, route: RouteEntry): string {
  const { access, target, method, path } = route;
  const keyed = reflector.get<IdempotencyRule | undefined>(IDEMPOTENCY_RULE, target);
  const limits = bodyLimitsOf(access);
  const door = reflector.get<PublicDoor | undefined>(PUBLIC_DOOR, target);
  const lines: Record<string, string> = {
    callers:
      access.kind === 'public'
        ? 'everybody, without credentials'
        : access.kind === 'personal'
          ? 'every person with a token, for no client'
          : access.scopes.join(', ') || 'nobody',
    ...(access.kind !== 'protected'
      ? {}
      : {
          credentials: access.credentials ?? 'api_key or bearer',
          client_id: `${access.client ?? 'not taken'}${access.namedByPeople ? ', people must name it' : ''}${access.namedByStaff ? ', staff must name it' : ''}`,
          project_id: access.project ? `${access.project}, must be visible` : 'not checked by the guards',
          ...(access.platform ? { 'all clients': `scope=platform, ${access.platform.join(', ')}` } : {}),
          ...(access.auditDenied ? { 'audits denial': access.auditDenied } : {}),
          ...(access.whileShutOut ? { 'shut out': 'counts without the required connection' } : {}),
          ...(access.deniedClient ? { 'no client': deniedText(access.deniedClient) } : {}),
        }),
    ...(access.kind !== 'personal' && access.duringBreakGlass
      ? { 'break-glass': access.duringBreakGlass.replaceAll('_', ' ') }
      : {}),
    errors: access.surface,
    ...(access.kind === 'public' && access.onlyFailure ? { 'one failure': access.onlyFailure.code } : {}),
    ...(door ? { 'public door': doorText(door) } : {}),
    ...(access.kind === 'public' && access.withoutDoor
      ? { 'public door': `none: ${access.withoutDoor}` }
      : {}),
    'rate limit': limitText(reflector.get<RateLimitRule | undefined>(RATE_LIMIT_RULE, target)),
    ...(BODILESS.includes(method) ? {} : { idempotency: keyed ? keyText(keyed) : `none: ${access.keyless}` }),
    body: BODILESS.includes(method) ? 'none' : `${limits.bytes / 1024} KiB of ${limits.types.join(' or ')}`,
    published: access.kind === 'protected' && access.internal ? 'no, internal' : 'yes',
    handler: route.handler,
  };
  const body = Object.entries(lines).map(([name, value]) => `  ${name.padEnd(14)}${value}`);
  return [`${method} ${path}`, ...body, ''].join('\n');
}

const doorText = ({ name, perAddress, ceiling }: PublicDoor): string =>
  [
    name,
    ...perAddress.map(({ limit, seconds }) => `${limit} per address in ${seconds} s`),
    `${ceiling.limit} in all in ${ceiling.seconds} s`,
  ].join(', ');

const deniedText = ({ answer, action }: NonNullable<ProtectedAccess['deniedClient']>): string =>
  `${answer.status} ${answer.code}, audited as ${action}`;

const keyText = ({
  operation,
  key,
  required,
  minLength,
  maxLength,
  effect,
  resource,
  dryRun,
}: IdempotencyRule): string =>
  `${required ? 'key needed' : 'key optional'} in ${key.replaceAll('_', ' ')}, ${minLength} to ${maxLength} characters, as ${operation}${effect === 'tenant' ? ", effect in the tenant's store" : ''}${resource ? `, for each ${resource} and of anyone` : ''}${dryRun ? `, not used up where ${dryRun}` : ''}`;

function limitText(rule: RateLimitRule | undefined): string {
  if (!rule) return 'none';
  const { windows, operation, answer, audit, givenBack, skip } = rule;
  const parts = Object.entries(windows).map(
    ([name, { limit, seconds }]) => `${limit} per ${name} in ${seconds} s`,
  );
  if (operation) parts.push(`as ${operation}`);
  parts.push(`given back at ${givenBack.join(' ')}`);
  if (answer) parts.push(`answers ${answer.code}${audit ? ', audited' : ''}`);
  if (skip) parts.push(`after ${skip.name}`);
  return parts.join(', ');
}

describe('the routes of the application', () => {
  const test = useTestApp();

  // requests 8.6 and 8.7
  it('are those of the reviewed table, with the callers it names', async () => {
    const reflector = test.app.get(Reflector);
    const routes = test.app.get(RouteTable).entries();
    const text = [HEAD, ...routes.map((route) => paragraphOf(reflector, route))].join('\n');
    await expect(text).toMatchFileSnapshot('routes.snap.txt');
  });

  // requests 8.13
  it('count strangers at a public door, or say why they need none', () => {
    const reflector = test.app.get(Reflector);
    const open = test.app
      .get(RouteTable)
      .entries()
      .filter(({ access }) => access.kind !== 'protected')
      .map(({ method, path, access, target }) => ({
        route: `${method} ${path}`,
        hasDoor: reflector.get<PublicDoor | undefined>(PUBLIC_DOOR, target) !== undefined,
        isLimitedOtherwise: reflector.get<RateLimitRule | undefined>(RATE_LIMIT_RULE, target) !== undefined,
        reason: access.kind === 'public' ? access.withoutDoor : undefined,
      }));
    expect(open.length).toBeGreaterThan(10);
    expect(open.filter(({ hasDoor, reason }) => hasDoor === (reason !== undefined))).toEqual([]);
    expect(open.filter(({ isLimitedOtherwise }) => isLimitedOtherwise)).toEqual([]);
  });
});

@Controller('v1/test/undeclared')
class UndeclaredController {
  @Get('forgotten')
  forgotten(): string {
    return 'open to the world';
  }
}

@Controller('v1/test/declared-on-one')
class HalfDeclaredController {
  @Get('declared')
  @PublicRoute('general')
  declared(): string {
    return '';
  }

  @Get('left-out')
  leftOut(): string {
    return '';
  }
}

@Controller('v1/test/keyless')
class KeylessController {
  @Post('kept')
  @Access({ scopes: [], surface: 'general' })
  @Idempotent()
  kept(): string {
    return '';
  }

  @Post('open')
  @PublicRoute('general', { keyless: 'It changes nothing.' })
  open(): string {
    return '';
  }

  @Post('forgotten')
  @Access({ scopes: [], surface: 'general' })
  forgotten(): string {
    return '';
  }

  @Put('forgotten')
  @PublicRoute('general')
  alsoForgotten(): string {
    return '';
  }

  @Delete('contradicting')
  @Access({ scopes: [], surface: 'general', keyless: 'It changes nothing.' })
  @Idempotent()
  contradicting(): string {
    return '';
  }

  @Patch('tenantless')
  @PublicRoute('general')
  @Idempotent()
  tenantless(): string {
    return '';
  }
}

@Controller('v1/test/shadowing')
class ShadowingController {
  @Get(':anything')
  @PublicRoute('general')
  anything(): string {
    return '';
  }

  @Get(':whatever')
  @PublicRoute('general')
  whatever(): string {
    return '';
  }
}

@Controller('v1/test/overlapping')
class OverlappingController {
  @Get(':anything')
  @PublicRoute('general')
  @ApiOkResponse({ schema: {} })
  anything(): object {
    return { answered: 'anything' };
  }

  @Get('me')
  @PublicRoute('general')
  @ApiOkResponse({ schema: {} })
  me(): object {
    return { answered: 'me' };
  }
}

@Controller('v1/partner/me')
class DuplicateController {
  @Get()
  @PublicRoute('general')
  impostor(): string {
    return '';
  }
}

describe('of two routes that a request fits', () => {
  const test = useTestApp({ controllers: [OverlappingController] });

  // Fails if routes match in the order of their declaration: the later one could not be reached.
  it.each([
    ['me', 'me'],
    ['else', 'anything'],
  ])('the one with the literal path answers, wherever it is declared (%s)', async (path, answered) => {
    const response = await test.request().get(`/v1/test/overlapping/${path}`);
    expect(response.body).toEqual({ answered });
  });
});

describe('the application does not boot', () => {
  // Fails if RouteTable is not checked at boot: default deny would be lost. access 5.7
  it('with a route that declares no access, and says which one', async () => {
    await expect(startTestApp({ controllers: [UndeclaredController] })).rejects.toThrow(
      /declare no access.*UndeclaredController\.forgotten/,
    );
  });

  it('with one such route among declared ones, naming that one alone', async () => {
    const boot = startTestApp({ controllers: [HalfDeclaredController] });
    await expect(boot).rejects.toThrow(/: HalfDeclaredController\.leftOut$/);
  });

  // requests 5.14
  it('with a route that changes things and does not say how it is repeated', async () => {
    await expect(startTestApp({ controllers: [KeylessController] })).rejects.toThrow(
      /keyless.*: (KeylessController\.(forgotten|alsoForgotten|contradicting|tenantless)(, )?){4}$/,
    );
  });

  it('with a route that hides another one', async () => {
    await expect(startTestApp({ controllers: [ShadowingController] })).rejects.toThrow(/shadow/i);
  });

  it('with a second handler for a path that is taken', async () => {
    await expect(startTestApp({ controllers: [DuplicateController] })).rejects.toThrow(/duplicate/i);
  });
});
