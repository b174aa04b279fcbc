import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOfPath, partsOfPointer, pathOfPointer, pathText } from './json-path.js';

// errors 1.5
describe('a path as answers write it', () => {
  it.each([
    ['the root', [], ''],
    ['a field', ['name'], 'name'],
    ['an entry of a list', ['a', 0, 'b'], 'a.0.b'],
    ['an entry in a list of lists', ['a', 0, 12], 'a.0.12'],
    ['a name with a dot', ['headers', 'X.Key', 'secret_ref'], String.raw`headers.X\.Key.secret_ref`],
    ['a name with a backslash', ['a\\b', 1], String.raw`a\\b.1`],
    ['a name with a slash and a tilde', ['a/b', '~'], 'a/b.~'],
  ])('%s', (_, path, text) => {
    expect(pathText(path)).toBe(text);
    expect(partsOfPath(text)).toEqual(path.map(String));
  });

  it('leads back to the parts that it was made of', () => {
    const parts = fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('.', '\\', '\\.', 'a.b')));
    fc.assert(
      fc.property(parts, (path) => {
        expect(partsOfPath(pathText(path))).toEqual(path);
      }),
    );
  });

  it.each([
    ['', ''],
    ['/booking', 'booking'],
    ['/booking/closed_dates/0', 'booking.closed_dates.0'],
    [
      '/plugin-configuration/plugins/0/headers/X.Key',
      String.raw`plugin-configuration.plugins.0.headers.X\.Key`,
    ],
    ['/a~1b/~0', 'a/b.~'],
    ['/~01', '~1'],
  ])('of the pointer %j is %j', (pointer, text) => {
    expect(pathOfPointer(pointer)).toBe(text);
  });
});

describe('the parts of a JSON pointer', () => {
  it('are numbers where they index a list', () => {
    expect(partsOfPointer('/a/0/0', { a: [{ 0: true }] })).toEqual(['a', 0, '0']);
  });
});
