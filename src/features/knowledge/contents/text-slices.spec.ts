import { describe, expect, it } from 'vitest';
import { linesOf, MOST_AT_ONCE } from './text-slices.js';

const full = (end: string): string => 'x'.repeat(MOST_AT_ONCE - end.length) + end;

describe('the lines of a text', () => {
  it.each([
    ['each line end', 'a\nb\r\nc\rd\n', ['a', 'b', 'c', 'd', '']],
    ['a line end over two slices', `${full('\r')}\nb`, [full('\r').slice(0, -1), 'b']],
    ['a carriage return behind a slice', `${full('\r')}b\r`, [full('\r').slice(0, -1), 'b', '']],
    ['a long line, in parts of whole words', `${full(' yy')}yy z`, [`${full(' yy')}yy `, 'z']],
    ['a long line without words', `${full('y')}z`, [`${full('y')}z`, '']],
    ['a character over two slices', `a\n${full('y').slice(3)}𠮷b`, ['a', `${full('y').slice(3)}𠮷b`]],
  ])('are found for %s', (_, text, lines) => {
    expect([...linesOf(text)]).toEqual(lines);
  });
});
