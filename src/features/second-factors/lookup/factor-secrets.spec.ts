import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../config/settings.js';
import { FactorSecrets } from './factor-secrets.js';

const secretsOf = (pepper: Buffer, ...otherPeppers: Buffer[]): FactorSecrets =>
  new FactorSecrets({ apiKeys: { pepper, otherPeppers } } as Partial<Settings> as Settings);

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const [before, during, after] = [secretsOf(OLD), secretsOf(NEW, OLD), secretsOf(NEW)];

// second-factors 1.8
describe('the secrets of factors', () => {
  it('are sealed for one factor, and opened while the pepper changes', () => {
    const sealed = before.seal('factor', 'JBSWY3DPEHPK3PXP');
    expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
    expect(during.open('factor', sealed)).toBe('JBSWY3DPEHPK3PXP');
    expect(during.open('another', sealed)).toBeNull();
    expect(after.open('factor', sealed)).toBeNull();
    expect(after.open('factor', during.seal('factor', 'JBSWY3DPEHPK3PXP'))).toBe('JBSWY3DPEHPK3PXP');
  });

  it('contain recovery codes as hashes of one person, which are found while the pepper changes', () => {
    const codes = before.newCodes();
    expect(new Set(codes).size).toBe(10);
    const [stored] = before.hashesOf('person', codes[0]!);
    expect(during.hashesOf('person', codes[0]!.toLowerCase().replace('-', ' '))).toContainEqual(stored);
    expect(during.hashesOf('another', codes[0]!)).not.toContainEqual(stored);
    expect(after.hashesOf('person', codes[0]!)).not.toContainEqual(stored);
  });
});
