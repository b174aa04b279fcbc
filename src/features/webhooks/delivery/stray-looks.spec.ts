import { describe, expect, it } from 'vitest';
import { StrayLooks } from './stray-looks.js';

// webhooks 7.8
describe('looks for deliveries to webhooks that are gone', () => {
  it('are made at the first wake, and then seconds apart however many wakes there are', () => {
    const looks = new StrayLooks();
    const made = Array.from({ length: 120 }, (_, index) => index * 100).filter((now) => {
      const isDue = looks.begin(now);
      if (isDue) looks.looked(now);
      return isDue;
    });
    expect(made).toEqual([0, 5000, 10_000]);
  });

  it('are owed by each wake that comes too soon', () => {
    const looks = new StrayLooks();
    looks.begin(1000);
    expect(looks.owedIn(1000)).toBeNull();
    looks.looked(1000);
    looks.begin(3000);
    expect(looks.owedIn(3500)).toBe(2.5);
    looks.begin(4000);
    expect(looks.owedIn(7000)).toBe(0);
    looks.begin(6000);
    expect(looks.owedIn(6000)).toBeNull();
  });

  it('are tried again by the next wake when they fail', () => {
    const looks = new StrayLooks();
    expect(looks.begin(0)).toBe(true);
    expect(looks.begin(1)).toBe(true);
  });
});
