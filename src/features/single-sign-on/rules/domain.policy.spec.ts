import { describe, expect, it } from 'vitest';
import {
  domainOfAddress,
  isProven,
  isPublicMailDomain,
  readDomain,
  recordOf,
  statusAfterCheck,
  type DomainStatus,
} from './domain.policy.js';

describe('domains', () => {
  // single-sign-on 3.1
  it.each<[string, string | null]>([
    ['example.com', 'example.com'],
    [' Example.COM. ', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a.b.c.example.co.uk', 'a.b.c.example.co.uk'],
    ['localhost', null],
    ['example..com', null],
    ['-a.example', null],
    ['192.0.2.1', null],
    ['exa_mple.com', null],
    ['https://example.com', null],
    ['*.example.com', null],
    ['', null],
    [`${'a'.repeat(64)}.example`, null],
    [`${'a.'.repeat(130)}example`, null],
  ])('%j is read as %j', (text, domain) => expect(readDomain(text)).toBe(domain));

  it.each<[string, string | null]>([
    ['mei@example.com', 'example.com'],
    ['"a@b"@Example.com', 'example.com'],
    ['@example.com', null],
    ['example.com', null],
    ['mei@', null],
  ])('the domain of the address %j is %j', (text, domain) => expect(domainOfAddress(text)).toBe(domain));

  // single-sign-on 3.2
  it.each(['gmail.com', 'outlook.com', 'gmx.de', 'icloud.com', 'proton.me', 'yahoo.co.uk', 'qq.com'])(
    '%s is a public mail domain',
    (domain) => expect(isPublicMailDomain(domain)).toBe(true),
  );

  // single-sign-on 3.3
  it.each<[readonly string[], boolean]>([
    [[], false],
    [['v=spf1 -all'], false],
    [['v=spf1 -all', 'telephony-domain=abc'], true],
    [[' telephony-domain=abc '], true],
    [['telephony-domain=abcd'], false],
    [['x telephony-domain=abc'], false],
    [['TELEPHONY-DOMAIN=abc'], false],
  ])('records %j prove it: %j', (records, isSeen) => {
    const { name, value } = recordOf('example.com', 'abc');
    expect(name).toBe('_telephony-sign-in.example.com');
    expect(isProven(records, value)).toBe(isSeen);
  });

  // single-sign-on 3.4
  it.each<[DomainStatus, daysSince: number, isFound: boolean | null, DomainStatus]>([
    ['verified', 0, true, 'verified'],
    ['verified', 30, true, 'verified'],
    ['verified', 6.99, false, 'verified'],
    ['verified', 7, false, 'lost'],
    ['verified', 7, null, 'lost'],
    ['verified', 6.99, null, 'verified'],
    ['pending', 30, false, 'pending'],
    ['pending', 30, true, 'pending'],
    ['lost', 30, true, 'lost'],
  ])('%s, seen %d days ago, found now: %j: %s', (status, days, isFound, expected) => {
    const now = new Date('2026-11-20T10:00:00Z');
    const lastFoundAt = new Date(now.getTime() - days * 86_400_000);
    expect(statusAfterCheck({ status, lastFoundAt }, isFound, now)).toBe(expected);
  });
});
