import { describe, expect, it } from 'vitest';
import type { ErasureResult } from '../rules/erasure-result.js';
import { erasureNote } from './erasure-note.policy.js';

const came = (calls: [number, number], contacts: [number, number] | null): ErasureResult => ({
  calls: { erased: calls[0], held: calls[1] },
  contacts: contacts && { erased: contacts[0], held: contacts[1] },
});

describe('what the history says of an erasure (caller-requests 12.6)', () => {
  it.each([
    [came([1, 0], [0, 0]), 'Erased the caller from 1 call.'],
    [came([3, 0], [1, 0]), 'Erased the caller from 3 calls and 1 contact.'],
    [came([0, 0], [2, 0]), 'Erased the caller from 0 calls and 2 contacts.'],
    [came([5, 1], [0, 0]), 'Erased the caller from 5 calls. Under legal hold and kept unchanged: 1 call.'],
    [
      came([5, 1], [2, 1]),
      'Erased the caller from 5 calls and 2 contacts. Under legal hold and kept unchanged: 1 call and 1 contact.',
    ],
  ])('%j: %s', (result, note) => {
    expect(erasureNote(result)).toBe(note);
  });

  it('says what to do where contacts could not be looked for', () => {
    expect(erasureNote(came([2, 0], null))).toMatch(
      /^Erased the caller from 2 calls\. Contacts of campaigns were not searched, .* record a new deletion request with the number\.$/,
    );
  });
});
