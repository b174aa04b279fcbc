import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../testing/show';
import { StopRule } from './StopRule';
import { isRuleComplete, NO_RULE, StopRuleFields, stopWhenOf, type StopRuleValues } from './StopRuleFields';

const rule = { failed_share: 20, escalation_share: null, abandoned_share: 35, min_calls: 50 };

// workspace 15.11, 15.12
describe('the rule of a staged release', () => {
  it('is named while the release is active', async () => {
    show(<StopRule staged={{ state: 'active', stop_when: rule, stopped: null }} />);
    await screen.findByText(
      'It is taken back automatically at: Failed calls 20%, Abandoned calls 35%; not before 50 calls.',
    );
  });

  it('says that there is none', async () => {
    show(<StopRule staged={{ state: 'active', stop_when: null, stopped: null }} />);
    await screen.findByText('It is not taken back automatically.');
  });

  it('shows the evidence by which it ended the release', async () => {
    const stopped = {
      rule: 'failed_share',
      limit: 20,
      share: 35.48,
      calls: 62,
      counted: 22,
      checked_at: '2026-10-31T04:12:09.000Z',
    } as const;
    show(<StopRule staged={{ state: 'taken_back', stop_when: rule, stopped }} />);
    await screen.findByText('Taken back automatically');
    screen.getByText(/Failed calls: 35.5% of 62 calls; the limit was 20%./);
  });
});

describe('the form of the rule', () => {
  function Form({ onChange }: { readonly onChange: (next: StopRuleValues) => void }) {
    const [values, setValues] = useState(NO_RULE);
    return (
      <StopRuleFields
        values={values}
        onChange={(next) => {
          setValues(next);
          onChange(next);
        }}
      />
    );
  }

  it('asks for limits once it is on, and needs one', async () => {
    let values = NO_RULE;
    const { user } = show(<Form onChange={(next) => (values = next)} />);
    expect(stopWhenOf(values)).toBeUndefined();
    await user.click(await screen.findByRole('checkbox', { name: 'Take it back automatically' }));
    await user.type(screen.getByRole('textbox', { name: 'Handed over to a person' }), '40');
    expect(stopWhenOf(values)).toEqual({ failed_share: 20, escalation_share: 40, min_calls: 50 });
    await user.clear(screen.getByRole('textbox', { name: 'Handed over to a person' }));
    await user.clear(screen.getByRole('textbox', { name: 'Failed calls' }));
    screen.getByText('Enter at least one limit.');
    expect(isRuleComplete(values)).toBe(false);
  });
});
