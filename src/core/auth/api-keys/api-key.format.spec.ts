import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, parseApiKey } from './api-key.format.js';
import { DATA_ENVS } from '../../shared/auth-context.js';

const TYPEABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const anyKey = fc.constantFrom(...DATA_ENVS).map(generateApiKey);

describe('API key texts', () => {
  // access 3.1
  it('have the shape the conventions name: environment, prefix, secret and checksum', () => {
    fc.assert(
      fc.property(anyKey, (text) => {
        expect(text).toMatch(/^svc_(prod|staging|dev)_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
      }),
    );
  });

  it('give back the environment and the prefix they were made with', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DATA_ENVS), (dataEnv) => {
        const text = generateApiKey(dataEnv);
        expect(parseApiKey(text)).toEqual({ dataEnv, keyPrefix: text.split('_')[2] });
      }),
    );
  });

  // Fails if the checksum covers only the secret: a mistyped prefix then passes. access 3.1
  it('are refused after any single change of a character', () => {
    const change = fc.record({
      text: anyKey,
      at: fc.nat(),
      to: fc.constantFrom(...TYPEABLE),
    });
    fc.assert(
      fc.property(change, ({ text, at, to }) => {
        const place = at % text.length;
        fc.pre(text[place] !== to);
        expect(parseApiKey(text.slice(0, place) + to + text.slice(place + 1))).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });

  it('are refused when two neighbouring characters are swapped', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(), (text, at) => {
        const place = at % (text.length - 1);
        fc.pre(text[place] !== text[place + 1]);
        const swapped = text.slice(0, place) + text[place + 1] + text[place] + text.slice(place + 2);
        expect(parseApiKey(swapped)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('are refused when cut short, lengthened or wrapped', () => {
    const text = generateApiKey('prod');
    const wrong = [
      '',
      text.slice(0, -1),
      text.slice(1),
      `${text}A`,
      ` ${text}`,
      `${text}\n`,
      `${text}, ${text}`,
    ];
    expect(wrong.filter((candidate) => parseApiKey(candidate) !== null)).toEqual([]);
  });

  it('are refused for any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => parseApiKey(text) === null));
  });

  it('are never the same twice', () => {
    const many = new Set(Array.from({ length: 500 }, () => generateApiKey('dev')));
    expect(many.size).toBe(500);
  });

  // access 3.2
  it('are stored as a hash that another pepper does not reproduce', () => {
    const text = generateApiKey('prod');
    const pepper = createSecretKey(Buffer.alloc(32, 1));
    const other = createSecretKey(Buffer.alloc(32, 2));
    expect(hashApiKey(pepper, text)).toEqual(hashApiKey(pepper, text));
    expect(hashApiKey(pepper, text)).not.toEqual(hashApiKey(other, text));
    expect(hashApiKey(pepper, text).toString('latin1')).not.toContain(text.slice(-10));
  });
});
