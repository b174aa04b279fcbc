import { describe, expect, it } from 'vitest';
import { arrayParameter } from './array-parameter.js';

describe('arrayParameter', () => {
  it.each([
    [[], '{}'],
    [['one', null, 'NULL', ''], '{"one",null,"NULL",""}'],
    [['a "word"', 'back\\slash', 'x,y {z}', 'ünï'], '{"a \\"word\\"","back\\\\slash","x,y {z}","ünï"}'],
    [[1, -2, null], '{1,-2,null}'],
    [['two\nlines', 'a\ttab', null], '{"two\nlines","a\ttab",NULL}'],
    [[true, false], '{true,false}'],
  ])('writes %j as a literal', (values, literal) => {
    expect(arrayParameter(values)).toBe(literal);
  });

  it('writes bytes as PostgreSQL receives arrays in binary', () => {
    const array = arrayParameter([Buffer.from([0xde, 0xad]), null, Buffer.alloc(0)]) as Buffer;
    expect(array.toString('hex')).toBe(
      [
        ...['00000001', '00000001', '00000011', '00000003', '00000001'],
        ...['00000002', 'dead', 'ffffffff', '00000000'],
      ].join(''),
    );
  });
});
