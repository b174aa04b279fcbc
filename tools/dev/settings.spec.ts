import { describe, expect, it } from 'vitest';
import { loadDevSettings } from './settings.ts';

describe('loadDevSettings', () => {
  it('needs nothing, and offers the demo to this machine alone', () => {
    expect(loadDevSettings({})).toEqual({
      dataDir: `${process.cwd()}/.data`,
      isDefaultDataDir: true,
      port: 3000,
      host: '127.0.0.1',
    });
  });

  it('takes an empty string for an absent setting and refuses a port out of range', () => {
    expect(loadDevSettings({ PORT: '' }).port).toBe(3000);
    expect(() => loadDevSettings({ PORT: '-5' })).toThrow('PORT is malformed');
  });
});
