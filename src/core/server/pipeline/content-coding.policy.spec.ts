import { describe, expect, it } from 'vitest';
import { contentCodingFor } from './content-coding.policy.js';

describe('contentCodingFor', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0.8, gzip; q=0.8', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['br;q=nonsense', 'identity'],
    ['deflate, zstd', 'identity'],
  ])('takes %j as %s', (header, coding) => {
    expect(contentCodingFor(header)).toBe(coding);
  });
});
