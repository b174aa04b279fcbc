import { describe, expect, it } from 'vitest';
import { changesBetween } from './BuildChange';

const source = (source_id: string, content_hash = 'text') => ({ source_id, content_hash, chunks: 1 });

describe('the changes between two builds', () => {
  it('are the sources that were added, changed and removed', () => {
    const before = [source('kept'), source('edited'), source('gone')];
    const after = [source('kept'), source('edited', 'other text'), source('new')];
    expect(changesBetween(before, after)).toEqual({ added: ['new'], changed: ['edited'], removed: ['gone'] });
    expect(changesBetween([], after).added).toEqual(['kept', 'edited', 'new']);
  });
});
