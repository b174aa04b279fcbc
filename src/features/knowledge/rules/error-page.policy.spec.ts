import { expect, it } from 'vitest';
import { isErrorPage } from './error-page.policy.js';

// knowledge 3.5
it.each([
  ['404', 200, true],
  ['404 – Page not found', 200, true],
  ['Error 503', 10, true],
  ['Access denied', 100, true],
  ['Seite nicht gefunden | Praxis', 100, true],
  ['Just a moment...', 100, true],
  ['Page not found', 2_001, false],
  ['Opening hours', 100, false],
  ['4040 Linz: our practice', 100, false],
  ['Lost and found', 100, false],
  [null, 100, false],
])('a page with the title %j and %i characters is about an error: %s', (title, length, expected) => {
  expect(isErrorPage(title, length)).toBe(expected);
});
