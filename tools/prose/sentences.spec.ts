import { describe, expect, it } from 'vitest';
import { faultsOfSubjects, subjectsOf } from './commits.ts';
import { faultOf, sentencesOf } from './sentences.ts';
import { textsOfPage } from './texts.ts';

describe('the check of prose', () => {
  it.each([
    ['What is due waits.', 'begins with "What"'],
    ['Who dials takes a slot.', 'begins with "Who"'],
    ['Of two requests one wins.', 'begins with "Of"'],
    ['One that waits is refused.', 'begins with "One that"'],
    ['Where the list goes on.', 'begins with "Where"'],
    ['It tells nobody.', 'says "nobody"'],
    ['Whoever asks gets it.', 'says "Whoever"'],
  ])('refuses "%s"', (sentence, fault) => expect(faultOf(sentence)).toBe(fault));

  it.each([
    'What is due?',
    'Where a store is down, the request is 503.',
    'Whole files are sent.',
    'Office hours are listed.',
    'One of them wins.',
  ])('allows "%s"', (sentence) => expect(faultOf(sentence)).toBeUndefined());

  it('allows a heading that begins with "Where"', () => {
    expect(faultOf('Where things go', true)).toBeUndefined();
  });

  it('splits sentences, and not abbreviations or numbers', () => {
    expect(sentencesOf('It takes e.g. 1.5 s. Then it ends. `x` follows.')).toEqual([
      'It takes e.g. 1.5 s.',
      'Then it ends.',
      '`x` follows.',
    ]);
  });

  it('reads rules, list items and cells of tables, and no code', () => {
    const page =
      '# Title\n\n**1.2** (chosen) A rule\nof two lines.\n\n- An [item](x.md).\n\n| a | What b is |\n| - | - |\n\n```\nWhat code\n```\n';
    expect(textsOfPage('page.md', page).map(({ line, text }) => [line, text])).toEqual([
      [1, 'Title'],
      [3, 'A rule of two lines.'],
      [6, 'An item.'],
      [8, 'a'],
      [8, 'What b is'],
    ]);
  });
});

describe('the check of commit subjects', () => {
  it('refuses long ones, and ones with a full stop', () => {
    const long = 'A'.repeat(73);
    expect(faultsOfSubjects([long, 'Answer in time.', 'A'.repeat(72)])).toEqual([
      `commit subject of 73 characters, of 72: ${long}`,
      'commit subject ends with a full stop: Answer in time.',
    ]);
  });

  it('has none to check where there is no repository', () => {
    expect(subjectsOf(import.meta.dirname, 'HEAD')).toEqual([]);
  });
});
