import { describe, expect, it } from 'vitest';
import { readLink } from './link';

const TOKEN = 'mJ0xw6yqk9o2pQv3r5t7u8w1z4a6c9e2g5i8k1n4q7s';

// email-routing 3.4
describe('the link of a mail', () => {
  it('says what its button does', () => {
    expect(readLink(`#v-${TOKEN}`)).toEqual({ act: 'verify', token: TOKEN });
    expect(readLink(`#u-${TOKEN}`)).toEqual({ act: 'unsubscribe', token: TOKEN });
  });

  it.each([
    '',
    '#',
    '#v-',
    `#${TOKEN}`,
    `#x-${TOKEN}`,
    `#v-${TOKEN.slice(1)}`,
    `#v-${TOKEN}0`,
    `#v-${TOKEN} `,
  ])('is not %j', (hash) => {
    expect(readLink(hash)).toBeNull();
  });
});
