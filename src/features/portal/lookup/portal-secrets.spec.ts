import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../config/settings.js';
import { PortalSecrets } from './portal-secrets.js';

const secretsWith = (pepper: Buffer, ...otherPeppers: Buffer[]): PortalSecrets =>
  new PortalSecrets({ apiKeys: { pepper, otherPeppers } } as Partial<Settings> as Settings);

// portal-sessions 2.2
describe('the secrets of sessions while the pepper changes', () => {
  const [before, present] = [randomBytes(32), randomBytes(32)];
  const old = secretsWith(before);
  const sealed = old.seal('session-1', { access: 'token' });

  it('find and open what was stored before', () => {
    const changed = secretsWith(present, before);
    expect(changed.validHashes('session', 'cookie')).toContainEqual(old.hash('session', 'cookie'));
    expect(changed.open('session-1', sealed)).toEqual({ access: 'token' });
  });

  it('store anew under the current pepper', () => {
    const [changed, alone] = [secretsWith(present, before), secretsWith(present)];
    expect(changed.hash('session', 'cookie')).toEqual(alone.hash('session', 'cookie'));
    expect(alone.open('session-1', changed.seal('session-1', { access: 'next' }))).toEqual({
      access: 'next',
    });
  });

  it('find and open nothing under a pepper that is no longer valid', () => {
    const alone = secretsWith(present);
    expect(alone.validHashes('session', 'cookie')).not.toContainEqual(old.hash('session', 'cookie'));
    expect(() => alone.open('session-1', sealed)).toThrow();
  });

  it('open nothing in another place', () => {
    expect(() => old.open('session-2', sealed)).toThrow();
  });
});
