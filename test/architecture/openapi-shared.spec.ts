import type { OpenAPIObject } from '@nestjs/swagger';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildOpenApi, wholeOpenApi } from '../../src/core/openapi/openapi.js';
import { resolved } from '../support/openapi-references.js';
import { useSharedApp } from '../support/shared-app.js';

describe('the published document', () => {
  const test = useSharedApp();
  let document: OpenAPIObject;

  beforeAll(() => {
    document = buildOpenApi(test.app, 'public');
  });

  // requests 1.2
  it('says the same with shared parts as with every part where it is used', () => {
    const [shared, whole] = [resolved(document), resolved(wholeOpenApi(test.app, 'public'))];
    expect(shared.paths).toEqual(whole.paths);
    expect(shared.webhooks).toEqual(whole.webhooks);
    expect(shared.schemas).toMatchObject(whole.schemas);
  });

  it('writes no named schema a second time', () => {
    const schemas = Object.values(document.components!.schemas!).map((schema) => JSON.stringify(schema));
    const text = JSON.stringify(document);
    // From this length on, a reference is shorter.
    const long = schemas.filter(({ length }) => length > 80);
    expect(long.filter((schema) => text.indexOf(schema) !== text.lastIndexOf(schema))).toEqual([]);
  });
});
