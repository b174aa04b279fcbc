import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decisionsPage } from '../../tools/documents/decisions-page.ts';

// The remedy is `npm run openapi`.
it('the index of decisions is the one that is committed', () => {
  expect(decisionsPage()).toBe(readFileSync(new URL('../../docs/adr/README.md', import.meta.url), 'utf8'));
});
