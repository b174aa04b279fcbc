import { describe, expect, it } from 'vitest';
import { timezoneMessage } from './timezone.policy.js';

// requests 9.2
describe('what is said of a zone that is none', () => {
  it.each([
    ['australia/sydney', 'must be an IANA time zone, spelled exactly Australia/Sydney'],
    ['US/PACIFIC', 'must be an IANA time zone, spelled exactly US/Pacific'],
    ['utc', 'must be an IANA time zone, spelled exactly UTC'],
    ['Mars/Olympus', 'must be an IANA time zone, such as Australia/Sydney'],
    [7, 'must be an IANA time zone, such as Australia/Sydney'],
  ])('%j', (value, message) => {
    expect(timezoneMessage(value)).toBe(message);
  });
});
