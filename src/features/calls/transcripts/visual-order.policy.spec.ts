import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directed, scriptChanges, visualRuns } from './visual-order.policy.js';

/**
 * The text as a reader sees it, from left to right: reverses right-to-left runs like a font
 * renderer.
 */
function seen(text: string, start = 0, end = text.length): string {
  return visualRuns(directed(text), start, end)
    .map((run) => (run.isRightToLeft ? [...run.text].reverse().join('') : run.text))
    .join('');
}

describe('visualRuns', () => {
  it.each([
    ['a text without any', 'Hello (there), 12.', 'Hello (there), 12.'],
    ['a word of one in a text of the other', 'He said שלום twice', 'He said םולש twice'],
    ['a text of its own', 'שלום עולם', 'םלוע םולש'],
    ['numbers, which are read from the left', 'בשעה 10:30 בבוקר', 'רקובב 10:30 העשב'],
    ['brackets, which turn', 'שלום (עולם)', '(םלוע) םולש'],
    ['words of the other in it', 'שלום John Smith עולם', 'םלוע John Smith םולש'],
    ['a full stop at its end', 'שלום.', '.םולש'],
    ['a full stop after a quoted word', 'He said שלום.', 'He said םולש.'],
    ['digits of its own', 'السعر ٢٥٠ فقط', 'طقف ٢٥٠ رعسلا'],
  ])('puts %s into the order of the eye', (_, text, expected) => {
    expect(seen(text)).toBe(expected);
  });

  it('reads each row from its own right edge', () => {
    const text = 'שלום עולם טוב';
    expect([seen(text, 0, 5), seen(text, 5, 13)]).toEqual([' םולש', 'בוט םלוע']);
  });

  it('knows from where a paragraph begins', () => {
    const sides = ['Hello שלום', 'שלום Hello', '12 שלום', '12', ''].map(
      (text) => directed(text).isRightToLeft,
    );
    expect(sides).toEqual([false, true, true, false, false]);
  });

  it('keeps characters of two halves whole', () => {
    expect(visualRuns(directed('א 𞤀𞤁 ב'), 0, 8).map(({ text }) => text.isWellFormed())).not.toContain(false);
  });

  it('shows each character once, whatever the text and the row', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ 1٢۳אבםا ب().,[]-"'), maxLength: 40 });
    const cut = (from: number, to: number): [number, number] => [Math.min(from, to), Math.max(from, to)];
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (whole, one, other) => {
        const [start, end] = cut(Math.min(one, whole.length), Math.min(other, whole.length));
        const shown = visualRuns(directed(whole), start, end).map((run) => run.text);
        const unturned = (signs: string): string =>
          [...signs.replace(/[()[\]]/g, (sign) => (sign === '(' || sign === ')' ? '(' : '['))]
            .sort()
            .join('');
        expect(unturned(shown.join(''))).toBe(unturned(whole.slice(start, end)));
      }),
      { numRuns: 2000 },
    );
  });
});

// calls-transcripts 3.7
describe('scriptChanges', () => {
  it.each([
    ['How can I help you?', 0],
    ['שלום, איך אפשר לעזור?', 0],
    ['Please say שלום to Mia', 2],
    ['ב 12 יום', 2],
    ['אبאب', 3],
    ['א1א1א1', 5],
    ['Ünïcödé ελληνικά', 0],
  ])('of %s are %i', (text, changes) => {
    expect(scriptChanges(text)).toBe(changes);
  });
});
