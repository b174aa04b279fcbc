import { expect, it } from 'vitest';
import { fieldsOf } from './single-call.policy.js';

// A call that waits since before a release is decided about by the rules of that release.
it('takes what was stored and is refused now as not told', () => {
  const sent = { to_number: '+61491570156', recipient_country: 'UK', recipient_subdivision: 'AU-NSW' };
  expect(fieldsOf(sent)).toEqual({ toNumber: '+61491570156', recipientSubdivision: 'AU-NSW' });
});
