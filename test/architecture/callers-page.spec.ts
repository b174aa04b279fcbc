import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { callersPage, UNSHOWN_SCOPES } from '../../tools/documents/callers-page.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the page of callers', () => {
  const document = JSON.parse(read('openapi.json')) as OpenAPIObject;

  // The remedy is `npm run openapi`.
  it('is the one that is committed', () => {
    expect(callersPage(document)).toBe(read('docs/callers.md'));
  });

  it('shows every scope, the two internal roles in one column because every route treats them alike', () => {
    expect(UNSHOWN_SCOPES).toEqual(['service_operator']);
    const callers = Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, { 'x-callers'?: string[] }>).map(
        (operation) => operation['x-callers'] ?? [],
      ),
    );
    expect(
      callers.filter((scopes) => scopes.includes('service_admin') !== scopes.includes('service_operator')),
    ).toEqual([]);
  });
});
