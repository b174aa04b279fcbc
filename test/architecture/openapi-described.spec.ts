import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { wholeOpenApi } from '../../src/core/openapi/openapi.js';
import { useSharedApp } from '../support/shared-app.js';

interface Answer {
  readonly content?: object;
  readonly headers?: object;
}
type Operations = Readonly<Record<string, { readonly responses: Readonly<Record<string, Answer>> }>>;
interface Schema {
  readonly properties?: Readonly<Record<string, { readonly type?: string | readonly string[] }>>;
}

describe('the published document describes', () => {
  const test = useSharedApp();
  let paths: Readonly<Record<string, Operations>>;
  let schemas: Readonly<Record<string, Schema>>;

  beforeAll(() => {
    const document = wholeOpenApi(test.app, 'public');
    paths = document.paths as unknown as typeof paths;
    schemas = document.components!.schemas as unknown as typeof schemas;
  });

  it('each number of a request that is checked to be whole as an integer', () => {
    const { validationMetadatas } = getMetadataStorage() as unknown as {
      validationMetadatas: ReadonlyMap<
        Type,
        readonly { readonly name?: string; readonly propertyName: string }[]
      >;
    };
    const whole = [...validationMetadatas].flatMap(([{ name }, rules]) =>
      rules.flatMap((rule) => {
        const described = schemas[name]?.properties?.[rule.propertyName];
        return rule.name === 'isInt' && described
          ? [{ field: `${name}.${rule.propertyName}`, type: [described.type].flat() }]
          : [];
      }),
    );
    expect(whole.length).toBeGreaterThan(10);
    expect(whole.filter(({ type }) => !type.includes('integer') && !type.includes('array'))).toEqual([]);
  });

  // errors 1.10; requests 8.8
  it('statuses and headers of keyed and limited routes as they are', () => {
    const refused = JSON.stringify(paths['/v1/billing/usage-alerts']!['post']!.responses['422']);
    expect(refused).toContain('idempotency_key_reuse');
    expect(refused).not.toContain('"validation_error"');
    const headers = (path: string, method: string, status: string): string[] =>
      Object.keys(paths[path]![method]!.responses[status]!.headers ?? {});
    expect(headers('/v1/partner/webhooks', 'get', '401')).toContain('WWW-Authenticate');
    expect(headers('/v1/partner/webhooks', 'post', '409')).toEqual(
      expect.arrayContaining(['RateLimit', 'RateLimit-Policy']),
    );
    expect(headers('/v1/billing/invoices/{invoice_id}/pdf', 'get', '200')).toContain('Content-Disposition');
  });
});
