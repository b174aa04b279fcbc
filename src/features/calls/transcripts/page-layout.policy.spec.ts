import { describe, expect, it } from 'vitest';
import { PageLayout, SHEET } from './page-layout.policy.js';
import type { Page } from './page-layout.policy.js';

// Every character is as wide as a tenth of a row.
const wide = (SHEET.width - SHEET.margin - SHEET.textX) / 10;
const label = { time: '00:00', name: 'agent' };

function laidOut(texts: readonly string[], firstTop = 100): readonly Page[] {
  const layout = new PageLayout((text) => text.length * wide, firstTop);
  for (const text of texts) for (const _ of layout.add({ label, text }));
  return layout.pages();
}

const textsOn = (page: Page): string[] => page.map(({ text, start, end }) => text.text.slice(start, end));

describe('PageLayout', () => {
  it('puts rows below one another and paragraphs a little apart', () => {
    const [page] = laidOut(['one two three', 'four']);
    expect(textsOn(page!)).toEqual(['one two ', 'three', 'four']);
    const [first, second, third] = page!.map(({ y }) => y);
    expect(first).toBe(100);
    expect(second! - first!).toBe(SHEET.rowHeight);
    expect(third! - second!).toBeGreaterThan(SHEET.rowHeight);
  });

  it('labels the first row of a paragraph, and the first row that continues the previous page', () => {
    const pages = laidOut(['word '.repeat(300).trim(), 'end']);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) {
      expect(page[0]!.label).toBe(label);
      expect(page.filter((row) => row.label !== null).length).toBe(page === pages.at(-1) ? 2 : 1);
    }
  });

  it('has room for a row of nothing', () => {
    expect(laidOut(['', 'one'])[0]!.map(({ y }) => y)).toHaveLength(2);
  });

  it('leaves the lower margin and the page number alone', () => {
    for (const page of laidOut(Array.from({ length: 500 }, () => 'one'))) {
      for (const { y } of page) {
        expect(y + SHEET.rowHeight).toBeLessThan(SHEET.height - SHEET.margin - 8);
      }
    }
  });

  it('leaves the room it is asked for, and fills pages from the top whatever is on the first', () => {
    const layout = new PageLayout((text) => text.length * wide, 500);
    layout.space(50);
    for (let index = 0; index < 60; index += 1) for (const _ of layout.add({ label, text: 'one' }));
    const pages = layout.pages();
    expect(layout.pageCount).toBe(pages.length);
    expect(pages[0]![0]!.y).toBe(550);
    expect(pages[1]![0]!.y).toBeLessThan(100);
  });

  it('adds no more than a row with each step', () => {
    const layout = new PageLayout((text) => text.length * wide, 100);
    let rows = 0;
    for (const _ of layout.add({ label, text: 'word '.repeat(500) })) {
      rows += 1;
      expect(layout.pages().flat()).toHaveLength(rows);
    }
  });
});
