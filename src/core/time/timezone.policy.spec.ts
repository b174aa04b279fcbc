import { describe, expect, it } from 'vitest';
import { isIanaTimezone } from './timezone.policy.js';

// requests 9.2
describe('isIanaTimezone', () => {
  it.each([
    'UTC',
    'GMT',
    'Etc/UTC',
    'Etc/GMT+5',
    'Australia/Sydney',
    'America/Port-au-Prince',
    'US/Pacific',
    'EST5EDT',
    'Asia/Kolkata',
    'Asia/Calcutta',
  ])('knows %s', (name) => {
    expect(isIanaTimezone(name)).toBe(true);
    expect(isIanaTimezone(name), 'and still does when it is remembered').toBe(true);
  });

  it.each([
    '',
    ' ',
    '+10:00',
    '-05',
    'UTC+1',
    'utc',
    'australia/sydney',
    'AUSTRALIA/SYDNEY',
    'Australia/Sydney ',
    'Australia/Nowhere',
    'ASIA/KOLKATA',
    'Us/Pacific',
    'ETC/UTC',
    'NAVAJO',
    'AET',
    'PST',
    'IST',
    'SystemV/EST5',
    'US/Pacific-New',
    'Factory',
    'local',
    'system',
    '../../etc/passwd',
    'A'.repeat(1000),
  ])('refuses %j', (name) => {
    expect(isIanaTimezone(name)).toBe(false);
  });

  it.each([undefined, null, 10, {}, ['UTC']])('refuses what is not text: %j', (value) => {
    expect(isIanaTimezone(value)).toBe(false);
  });

  it('knows every zone of the platform', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isIanaTimezone(name))).toEqual([]);
  });
});
