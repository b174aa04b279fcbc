import { describe, expect, it } from 'vitest';
import { exportFileName } from './file-name.policy.js';

const range = (from: string, to: string, timezone = 'UTC') => ({
  from: new Date(from),
  to: new Date(to),
  timezone,
});
const MONTH = range('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z');

describe('the name of an exported file', () => {
  // calls-export 8.3
  it.each([
    ['acme', 'acme-desk-k3vq72', MONTH, 'calls-acme-desk-k3vq72-2026-10-01-to-2026-10-31.csv'],
    ['umbra', 'desk', MONTH, 'calls-umbra-desk-2026-10-01-to-2026-10-31.csv'],
    [
      'acme',
      'acme-desk',
      range('2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'),
      'calls-acme-desk-2026-10-01.csv',
    ],
    [
      'acme',
      'acme-desk',
      range('2026-09-30T14:00:00Z', '2026-10-01T14:00:00Z', 'Australia/Sydney'),
      'calls-acme-desk-2026-10-01.csv',
    ],
    [
      'acme',
      'acme-desk',
      range('2026-10-01T10:00:00Z', '2026-10-01T10:00:00Z'),
      'calls-acme-desk-2026-10-01.csv',
    ],
    ['../a', 'x"; filename="evil.exe', MONTH, 'calls-a-x-filename-evil-exe-2026-10-01-to-2026-10-31.csv'],
    ['größe', '\u202e', MONTH, 'calls-gr-e-2026-10-01-to-2026-10-31.csv'],
  ])('of %s, %s is harmless and says them', (clientId, projectId, days, name) => {
    expect(exportFileName(clientId, projectId, days)).toBe(name);
  });

  it('stays short', () => {
    expect(exportFileName('c'.repeat(300), 'p'.repeat(300), MONTH).length).toBeLessThan(200);
  });
});
