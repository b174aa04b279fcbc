import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHARGEABILITY_RULES } from './chargeability.policy.js';

/** The contract's conditions, in its order and words, and the rules that check them. */
const PIECES: readonly (readonly [string, readonly string[]])[] = [
  ['an operator has let evidence count', ['activated']],
  ['the plan is of that client and environment', ['plan_of_scope', 'both_meters_active']],
  ['what is known of the provider', ['facts_fresh']],
  [
    'the customer has one active subscription',
    ['one_active_subscription', 'subscription_of_plan', 'subscription_of_scope', 'within_period'],
  ],
  ['it has three items', ['three_items', 'prices_active', 'all_monthly', 'one_currency']],
  ['one is the foundation price', ['foundation_price', 'foundation_fee']],
  ['two are the metered prices', ['metered_prices', 'graduated_tiers']],
  [
    'no closed window is unreported',
    ['nothing_pending', 'nothing_flagged', 'no_correction_pending', 'nothing_unverified'],
  ],
];

// billing 4.2
describe('evidence for charging usage', () => {
  it('has its rules for every piece that the contract names, and no others', () => {
    const page = readFileSync(new URL('../../../../../docs/contract/billing.md', import.meta.url), 'utf8');
    const pieces = /\*\*4\.2\*\*[\s\S]*?(?=\*\*4\.3\*\*)/.exec(page)![0].match(/^- .+/gm)!;
    expect(pieces.map((piece) => PIECES.find(([start]) => piece.startsWith(`- ${start}`))?.[0])).toEqual(
      PIECES.map(([start]) => start),
    );
    expect(PIECES.flatMap(([, rules]) => rules).toSorted()).toEqual(CHARGEABILITY_RULES.toSorted());
  });
});
