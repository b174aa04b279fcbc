import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/core/shared/roles.js';

const repository = resolve(import.meta.dirname, '../..');
const files = globSync('portal/src/**/*.{ts,tsx}', {
  cwd: repository,
  exclude: ['**/generated/**', '**/*.spec.*', '**/testing/**'],
});
const textOf = (file: string): string => readFileSync(resolve(repository, file), 'utf8');

// portal-sessions 6.8
describe('what the portal offers', () => {
  it('follows from operations: no page knows a role by name, nor a kind of roles', () => {
    const names = [...SCOPES, 'partner_', 'client_', 'service_'].join('|');
    const literal = new RegExp(`(['"\`])(${names})\\1`);
    expect(files.filter((file) => literal.test(textOf(file)))).toEqual([]);
  });

  it('names for each page of the menu an operation that this page asks for', () => {
    const menu = textOf('portal/src/shell/pages.ts').matchAll(/to: '\/(\w+)'[^}]*?operation: '(\w+)'/g);
    const asked = [...menu].map(([, folder, operation]) => ({ folder, operation }));
    expect(asked.length).toBeGreaterThan(9);
    const unasked = asked.filter(
      ({ folder, operation }) =>
        !files.some(
          (file) =>
            file.startsWith(`portal/src/pages/${folder}/`) &&
            new RegExp(`\\b${operation}\\w*\\(`).test(textOf(file)),
        ),
    );
    expect(unasked).toEqual([]);
  });
});
