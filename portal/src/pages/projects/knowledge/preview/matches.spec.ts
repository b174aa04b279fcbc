import { describe, expect, it } from 'vitest';
import { stretchesOf } from './matches';

/** The text with its matches in brackets. */
const marked = (text: string, ...words: string[]): string =>
  stretchesOf(text, words)
    .map(({ text: own, isMatch }) => (isMatch ? `[${own}]` : own))
    .join('');

// knowledge 6.1, 8.2
describe('the words of a passage that are in the question', () => {
  it.each<[string, readonly string[], string]>([
    ['', ['parking'], ''],
    ['Parking is free.', ['parking'], '[Parking] is free.'],
    ['We park; parking, PARKING!', ['parking'], 'We park; [parking], [PARKING]!'],
    ['Öffnungszeiten: 9–17 Uhr', ['offnungszeiten', '17'], '[Öffnungszeiten]: 9–[17] Uhr'],
    ['Cafe\u0301 (café)', ['cafe'], '[Cafe\u0301] ([café])'],
    ['营业时间是九点', ['营业', '时间'], '[营业时间]是九点'],
    ['WiFi密码123', ['密码'], 'WiFi[密码]123'],
    ['Nothing here.', [], 'Nothing here.'],
  ])('are marked as whole words: %j', (text, words, expected) => {
    expect(marked(text, ...words)).toBe(expected);
  });
});
