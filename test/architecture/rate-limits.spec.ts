import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../src/core/openapi/openapi.js';
import {
  RATE_LIMIT_EXTENSION,
  RATE_LIMIT_WITHIN_EXTENSION,
  WINDOW_NAMES,
} from '../../src/core/rate-limit/rate-limit.decorator.js';
import type { CountedWithin, RateWindows } from '../../src/core/rate-limit/rate-limit.decorator.js';
import { useSharedApp } from '../support/shared-app.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  readonly [RATE_LIMIT_EXTENSION]?: RateWindows;
  readonly [RATE_LIMIT_WITHIN_EXTENSION]?: CountedWithin;
};

const PAGE = readFileSync(new URL('../../docs/contract/requests.md', import.meta.url), 'utf8');

/** The cells of each row of the table of a rule that begins with a route: `GET /v1/...`. */
function rowsOf(rule: string, next: string): string[][] {
  const text = PAGE.slice(PAGE.indexOf(`**${rule}**`), PAGE.indexOf(`**${next}**`));
  return [...text.matchAll(/^\| `([A-Z]+ \/[^`]+)` *\|(.*)\|$/gm)].map(([, route, cells]) => [
    route!,
    ...cells!.split('|').map((cell) => cell.trim()),
  ]);
}

const cellsOf = (windows: RateWindows): string[] =>
  WINDOW_NAMES.map((name) => (windows[name] ? `${windows[name].limit} in ${windows[name].seconds} s` : ''));

describe('the limits of the contract', () => {
  const test = useSharedApp();

  const operations = () =>
    Object.entries(buildOpenApi(test.app, 'everything').paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation: Operation | undefined = item[method];
        if (!operation) return [];
        const windows = operation[RATE_LIMIT_EXTENSION];
        return [
          {
            route: `${method.toUpperCase()} ${path}`,
            windows,
            within: operation[RATE_LIMIT_WITHIN_EXTENSION],
            canBe429: '429' in operation.responses,
          },
        ];
      }),
    );

  // requests 8.6; partner-clients 5.6
  it('names every limited route, with the windows that the route counts in', () => {
    const limited = operations().flatMap(({ route, windows }) =>
      windows ? [[route, ...cellsOf(windows)]] : [],
    );
    expect(rowsOf('8.6', '8.7').toSorted()).toEqual(limited.toSorted());
  });

  // Fails if a window counts others than the specification's table of limits names: by person,
  // client and environment for keys and account exports, by actor for the options of business
  // hours, by person and client for the rest. requests 8.4
  it('names every route that counts a caller within something else than a client', () => {
    const others = operations().flatMap(({ route, within }) =>
      within === undefined || within === 'client' ? [] : [[route, within]],
    );
    const listed = rowsOf('8.4', '8.5').map(([route, within]) => [route, /`(\w+)`/.exec(within!)?.[1]]);
    expect(listed.toSorted()).toEqual(others.toSorted());
    const ofTheSpecification = [
      ['POST /v1/partner/api-keys', 'environment'],
      ['POST /v1/partner/api-keys/{key_id}/rotate', 'environment'],
      ['POST /v1/partner/webhooks', 'client'],
      ['POST /v1/partner/webhooks/{webhook_id}/rotate-secret', 'client'],
      ['POST /v1/partner/webhooks/{webhook_id}/test', 'client'],
      ['POST /v1/calls/export', 'client'],
      ['GET /v1/calls/{call_id}/transcript-download', 'client'],
      ['GET /v1/calls/{call_id}/transcript/pdf', 'client'],
      ['POST /v1/portal/invitations', 'client'],
      ['POST /v1/portal/email-routing/addresses', 'client'],
      ['POST /v1/portal/account-exports', 'environment'],
      ['GET /v1/portal/business-hours/project-options', 'platform'],
    ];
    const declared = new Map(operations().map(({ route, within }) => [route, within]));
    expect(ofTheSpecification.map(([route]) => [route, declared.get(route!)])).toEqual(ofTheSpecification);
  });

  // requests 8.7
  it('names every other route that can answer 429, and why', () => {
    const listed = rowsOf('8.7', '8.8');
    const others = operations().filter(({ windows, canBe429 }) => canBe429 && !windows);
    expect(listed.map(([route]) => route).toSorted()).toEqual(others.map(({ route }) => route).toSorted());
    expect(listed.filter(([, cause]) => !cause)).toEqual([]);
  });
});
