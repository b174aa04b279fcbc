import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { faultsOfTerms } from './form.policy.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY = publicKey.export({ format: 'jwk' });
const FIELD = { name: 'member', label: 'Your member number', kind: 'digits', required: true, max_length: 10 };
const CHOICE = { ...FIELD, kind: 'choice', choices: ['Yes', 'No'] };
const TERMS = { call_id: 'call-1', fields: [FIELD], public_key: KEY, expires_in_seconds: 300 };

const faults = (terms: object): string[] =>
  faultsOfTerms(terms).map(({ loc, type }) => `${loc.slice(1).join('.')}: ${type}`);
const ofField = (field: object): string[] => faults({ ...TERMS, fields: [{ ...FIELD, ...field }] });
const ofKey = (key: object): string[] => faults({ ...TERMS, public_key: key });
const without = (object: object, name: string): object =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
const names = (count: number, max: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ ...FIELD, name: `f${at}`, max_length: max }));

// direct-input 2.1
describe('the terms of a session', () => {
  it.each<[string, object]>([
    ['as the contract shows them', TERMS],
    ['with a language', { ...TERMS, locale: 'zh-Hant-TW' }],
    ['for the shortest time', { ...TERMS, expires_in_seconds: 30 }],
    ['for the longest time', { ...TERMS, expires_in_seconds: 900 }],
    ['with 20 fields', { ...TERMS, fields: names(20, 250) }],
  ])('are sound %s', (_, terms) => {
    expect(faults(terms)).toEqual([]);
  });

  it.each<[string, object]>([
    ['call_id', { call_id: '' }],
    ['call_id', { call_id: 'x'.repeat(129) }],
    ['expires_in_seconds', { expires_in_seconds: 29 }],
    ['expires_in_seconds', { expires_in_seconds: 901 }],
    ['expires_in_seconds', { expires_in_seconds: 60.5 }],
    ['expires_in_seconds', { expires_in_seconds: '60' }],
    ['locale', { locale: 'English' }],
    ['locale', { locale: '' }],
    ['fields', { fields: [] }],
    ['fields', { fields: names(21, 10) }],
    ['fields', { fields: {} }],
    ['fields', { fields: names(6, 1000) }],
    ['fields.1.name', { fields: [FIELD, FIELD] }],
  ])('are unsound by %s', (place, change) => {
    expect(faults({ ...TERMS, ...change })).toEqual([expect.stringMatching(`^${place}: `)]);
  });

  it.each(['call_id', 'fields', 'public_key', 'expires_in_seconds'])('are unsound without %s', (name) => {
    expect(faults(without(TERMS, name))).toEqual([expect.stringMatching(`^${name}: `)]);
  });
});

// direct-input 2.3
describe('a field of a form', () => {
  it.each<[string, object]>([
    ['a name of one letter', { name: 'a' }],
    ['a name of 40', { name: `a${'_9'.repeat(19)}z` }],
    ['a label of 120 characters, an emoji being one', { label: '\u{1f4de}'.repeat(120) }],
    ['a label from right to left', { label: '\u05de\u05e1\u05e4\u05e8' }],
    ['text', { kind: 'text' }],
    ['an email address', { kind: 'email' }],
    ['a date', { kind: 'date', max_length: 10 }],
    ['two choices', CHOICE],
    ['50 choices', { ...CHOICE, choices: Array.from({ length: 50 }, (_, at) => `${at}`) }],
    ['a choice as long as the answer', { ...CHOICE, choices: ['1234567890', 'b'] }],
    ['an answer of 1,000 characters', { max_length: 1000 }],
    ['an answer of one character', { max_length: 1 }],
    ['an answer that may be left out', { required: false }],
  ])('may be or have %s', (_, field) => {
    expect(ofField(field)).toEqual([]);
  });

  it.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: 'Member' }],
    ['name', { name: '1st' }],
    ['name', { name: 'a-b' }],
    ['name', { name: 'a'.repeat(41) }],
    ['label', { label: '' }],
    ['label', { label: ' \u200b' }],
    ['label', { label: 'x'.repeat(121) }],
    ['label', { label: 'two\nlines' }],
    ['kind', { kind: 'number' }],
    ['required', { required: 'yes' }],
    ['max_length', { max_length: 0 }],
    ['max_length', { max_length: 1001 }],
    ['max_length', { max_length: 1.5 }],
    ['max_length', { kind: 'date', max_length: 9 }],
    ['choices', { choices: ['Yes', 'No'] }],
    ['choices', { kind: 'choice' }],
    ['choices', { ...CHOICE, choices: ['Yes'] }],
    ['choices', { ...CHOICE, choices: Array.from({ length: 51 }, (_, at) => `${at}`) }],
    ['choices\\.0', { ...CHOICE, choices: ['12345678901', 'b'] }],
    ['choices\\.1', { ...CHOICE, choices: ['a', ''] }],
    ['hint', { hint: 'unknown' }],
  ])('is refused by its %s: %j', (place, field) => {
    expect(ofField(field)).toEqual([expect.stringMatching(`^fields\\.0\\.${place}: `)]);
  });

  it('is refused if a choice appears twice', () => {
    expect(ofField({ ...CHOICE, choices: ['Yes', 'Yes'] }).join()).toContain('fields.0.choices');
  });

  it.each(['name', 'label', 'kind', 'required', 'max_length'])('is refused without %s', (name) => {
    expect(faults({ ...TERMS, fields: [without(FIELD, name)] })).toHaveLength(1);
  });
});

// direct-input 2.4
describe('the key of a session', () => {
  it.each<[string, object]>([
    ['as Node exports it', KEY],
    ['as browsers export it', { ...KEY, key_ops: [], ext: true }],
    ['as libraries for JOSE export it', { ...KEY, kid: 'key-1', use: 'enc', alg: 'ECDH-ES' }],
  ])('is taken %s', (_, key) => {
    expect(ofKey(key)).toEqual([]);
  });

  it.each<[string, object]>([
    ['public_key.kty', { ...KEY, kty: 'OKP' }],
    ['public_key.crv', { ...KEY, crv: 'P-384' }],
    ['public_key.x', { ...KEY, x: KEY.x!.slice(1) }],
    ['public_key.y', { ...KEY, y: `${KEY.y!}=` }],
    ['public_key.use', { ...KEY, use: 'sig' }],
    ['public_key.alg', { ...KEY, alg: 'ES256' }],
    ['public_key.issuer', { ...KEY, issuer: '' }],
  ])('is refused by %s', (place, key) => {
    expect(ofKey(key)).toEqual([expect.stringMatching(`^${place.replaceAll('.', '\\.')}: `)]);
  });

  it('is refused where it is not a point on the curve', () => {
    expect(ofKey({ ...KEY, x: KEY.y, y: KEY.x })).toEqual(['public_key: not_on_curve']);
    expect(ofKey({ ...KEY, x: 'A'.repeat(43) })).toEqual(['public_key: not_on_curve']);
  });

  it('is refused where a coordinate is not written as all libraries write it', () => {
    const y = KEY.y!;
    // The last character carries four bits and two zeros.
    const other = String.fromCharCode(y.charCodeAt(42) + 1);
    expect(Buffer.from(y.slice(0, 42) + other, 'base64url')).toEqual(Buffer.from(y, 'base64url'));
    expect(ofKey({ ...KEY, y: y.slice(0, 42) + other })).toEqual(['public_key: not_on_curve']);
  });

  it('is refused with its private half before everything else, which no message repeats', () => {
    const jwk = privateKey.export({ format: 'jwk' });
    const found = faultsOfTerms({ ...TERMS, fields: [], public_key: jwk });
    expect(found).toMatchObject([{ loc: ['body', 'public_key', 'd'], type: 'private_key' }]);
    expect(JSON.stringify(found)).not.toContain(jwk.d);
    expect(ofKey({ kty: 'oct', k: 'AAAA' })).toEqual(['public_key.k: private_key']);
  });
});
