import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASE32, projectIdOf, SUFFIX_LENGTH } from './project-id.policy.js';

// projects 4.3
describe('the id of a new project', () => {
  it.each([
    ['acme-dental', 'Front desk', 'acme-dental-front-desk-k3vq72'],
    ['acme-dental', '  After -- hours!  ', 'acme-dental-after-hours-k3vq72'],
    ['acme-dental', 'Café Zürich №5', 'acme-dental-cafe-zurich-no5-k3vq72'],
    ['acme-dental', '受付窓口', 'acme-dental-project-k3vq72'],
    ['acme-dental', '☎️☎️☎️', 'acme-dental-project-k3vq72'],
    ['acme-dental', '---', 'acme-dental-project-k3vq72'],
    ['Acme_Dental.AU', 'Front desk', 'Acme_Dental.AU-front-desk-k3vq72'],
    ['acme & söhne', 'Front desk', 'acme-s-hne-front-desk-k3vq72'],
  ])('of %s called %s', (client, name, id) => {
    expect(projectIdOf(client, name, 'k3vq72')).toBe(id);
  });

  it('cuts a long name without leaving a dash at its end', () => {
    const id = projectIdOf('acme', `${'a'.repeat(39)} bcd`, 'k3vq72');
    expect(id).toBe(`acme-${'a'.repeat(39)}-k3vq72`);
  });

  it('is an identifier of at most 128 characters for any client and name', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 128 });
    fc.assert(
      fc.property(text, text, (client, name) => {
        expect(projectIdOf(client, name, 'k3vq72')).toMatch(/^[A-Za-z0-9._:-]{8,128}$/);
      }),
    );
    expect(projectIdOf('c'.repeat(128), 'n'.repeat(120), 'k3vq72')).toHaveLength(128);
  });

  it('gets its suffix from 32 signs, so that six of them are a thousand million', () => {
    expect(new Set(BASE32).size ** SUFFIX_LENGTH).toBe(1_073_741_824);
  });
});
