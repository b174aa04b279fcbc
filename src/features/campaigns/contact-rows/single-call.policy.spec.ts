import { expect, it } from 'vitest';
import { fieldsOf } from './single-call.policy.js';

// A call queued before an upgrade is checked by the rules of the new release.
it('treats stored values that are refused now as absent', () => {
  const sent = { to_number: '+61491570156', recipient_country: 'UK', recipient_subdivision: 'AU-NSW' };
  expect(fieldsOf(sent)).toEqual({ toNumber: '+61491570156', recipientSubdivision: 'AU-NSW' });
});
