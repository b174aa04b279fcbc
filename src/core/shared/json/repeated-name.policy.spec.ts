import { describe, expect, it } from 'vitest';
import { repeatedNameFault } from './repeated-name.policy.js';

const placeOf = (json: string): string | null => {
  const fault = repeatedNameFault(Buffer.from(json), JSON.parse(json.replace(/^\ufeff/, '')), ['body']);
  return fault && fault.loc.join('.');
};

// requests 4.10
describe('a name that an object gives twice', () => {
  it.each([
    ['{"a":1,"a":2}', 'body.a'],
    ['{"a":1,"b":2,"a":1}', 'body.a'],
    ['\ufeff{"a" :1 ,\n"a"\t: 2}', 'body.a'],
    ['{"a":{"b":[1,{"c":1,"c":2}]}}', 'body.a.b.1.c'],
    ['[{"a":1},{"a":1,"a":1}]', 'body.1.a'],
    ['{"a":1,"\\u0061":2}', 'body.a'],
    ['{"__proto__":1,"__proto__":2}', 'body.__proto__'],
    ['{"a":{"deep":{"er":1}},"a":1}', 'body.a'],
    ['{"x\\"":1,"x\\"":2}', 'body.(unnamed)'],
    ['{"mei@acme.example":1,"mei@acme.example":2}', 'body.(unnamed)'],
    ['{"":1,"":2}', 'body.(unnamed)'],
  ])('%s: %s', (json, place) => {
    expect(placeOf(json)).toBe(place);
  });

  it.each([
    '{}',
    '[]',
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
    '{"a":"a:b","b":"\\":\\"","c":"{\\"a\\":1,\\"a\\":2}"}',
    '{"__proto__":1,"constructor":2,"toString":3}',
    '{"A":1,"a":2}',
    '{"1":1,"0":2,"01":3}',
  ])('none: %s', (json) => {
    expect(placeOf(json)).toBeNull();
  });
});
