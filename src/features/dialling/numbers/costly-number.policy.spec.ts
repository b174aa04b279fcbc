import { describe, expect, it } from 'vitest';
import { costlyKind } from './costly-number.policy.js';

// dispatch 8.1, 8.3
describe('a number that costs more than others', () => {
  it.each([
    ['premium_rate', '+611900654321', 'Australia 1900'],
    ['premium_rate', '+6119006543210', 'the same with a digit too many'],
    ['premium_rate', '+61190065432109', 'the same with two'],
    ['premium_rate', '+19002345678', 'North America 900'],
    ['premium_rate', '+449098790123', 'the United Kingdom 09'],
    ['premium_rate', '+979123456789', 'the international code'],
    ['premium_rate', '+61190012345', 'the same with a digit too few'],
    ['premium_rate', '+611902000', 'the same with three too few'],
    ['premium_rate', '+611905123456', 'Australia 190, of which not all were given out'],
    ['premium_rate', '+61193123456', 'Australia 19, messages'],
    ['premium_rate', '+6112455', 'Australia 12, services of operators'],
    ['shared_cost', '+611300975707', 'Australia 1300'],
    ['shared_cost', '+61131234', 'Australia 13'],
    ['shared_cost', '+6113123456', 'the same with digits too many'],
    ['shared_cost', '+80812345678', 'the international code'],
    ['premium_rate', '+447612345678', 'the United Kingdom 076, pagers'],
    ['premium_rate', '+4919412345678', 'Germany 019'],
    ['premium_rate', '+43718123456', 'Austria 0718'],
    ['premium_rate', '+34905123456', 'Spain 905'],
    ['premium_rate', '+34907123456', 'Spain 907'],
    ['premium_rate', '+971700012345', 'the United Arab Emirates 700'],
    ['premium_rate', '+971900123456', 'the United Arab Emirates 900'],
    ['premium_rate', '+911900123456', 'India 1900'],
    ['premium_rate', '+12129761234', 'North America, exchange 976'],
    ['premium_rate', '+17005551234', 'North America 700'],
    ['premium_rate', '+56700123456', 'Chile 700'],
    ['shared_cost', '+3270123456', 'Belgium 070'],
    ['personal', '+31841234567', 'the Netherlands 084'],
    ['personal', '+31871234567', 'the Netherlands 087'],
    ['personal', '+447012345678', 'the United Kingdom 070'],
    ['personal', '+4470123456', 'the same with two digits too few'],
    ['personal', '+49700123456', 'Germany 0700'],
    ['personal', '+15002345678', 'North America 500'],
    ['personal', '+878101234567890', 'the international code'],
    ['satellite', '+870773123456', 'Inmarsat'],
    ['satellite', '+881612345678', 'the global mobile satellite system'],
    ['satellite', '+882161234567', 'international networks'],
    ['satellite', '+883510012345678', 'international networks'],
    ['satellite', '+61147112345', 'Australia 0147'],
  ])('is %s: %s, %s', (kind, number) => {
    expect(costlyKind(number)).toBe(kind);
  });

  it.each([
    ['+443001234567', 'a universal access number of the United Kingdom'],
    ['+41581234567', 'a universal access number of Switzerland'],
    ['+447624123456', 'a mobile of the Isle of Man'],
    ['+12127001234', 'a fixed line of North America'],
    ['+61255501234', 'a fixed line'],
    ['+61491570156', 'a mobile'],
    ['+611800975711', 'a free call'],
    ['+447400123456', 'a mobile of the United Kingdom'],
    ['+447700900123', 'a mobile of the United Kingdom for fiction'],
    ['+358201234567', 'the one number of a Finnish company'],
    ['+6421123456', 'a mobile of New Zealand'],
    ['+15555550123', 'a number that was given to nobody'],
    ['+999123456', 'a country that is not there'],
    ['+61', 'next to nothing'],
  ])('is not %s, %s', (number) => {
    expect(costlyKind(number)).toBeNull();
  });
});
