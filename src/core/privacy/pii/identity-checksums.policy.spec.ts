import { describe, expect, it } from 'vitest';
import {
  isBusinessNumber,
  isMedicareNumber,
  isPaymentCard,
  isTaxFileNumber,
} from './identity-checksums.policy.js';

/** Every way to get one digit wrong, and every way to swap two unlike neighbours. */
function slipsOf(number: string): string[] {
  return [...number].flatMap((digit, place) => {
    const head = number.slice(0, place);
    const tail = number.slice(place + 1);
    const wrong = [...'0123456789'].filter((it) => it !== digit).map((it) => head + it + tail);
    const next = tail[0];
    return next === undefined || next === digit ? wrong : [...wrong, head + next + digit + tail.slice(1)];
  });
}

describe('a tax file number', () => {
  // Published for tests by the Tax Office, and used since then.
  it.each(['123456782', '876543210', '459599230', '112474082', '81854402', '37118629', '85655734'])(
    'is %s',
    (number) => {
      expect(isTaxFileNumber(number)).toBe(true);
    },
  );

  it.each(['123456789', '123456780', '81854403', '1234567820', '1854402', '', '12345678x'])(
    'is not %j',
    (text) => {
      expect(isTaxFileNumber(text)).toBe(false);
    },
  );

  it.each(['123456782', '81854402'])('is %s no more after one slip', (number) => {
    expect(slipsOf(number).filter(isTaxFileNumber)).toEqual([]);
  });
});

describe('a Medicare card number', () => {
  it.each(['2123456701', '2428778132', '21234567012', '29501012001'])('is %s', (number) => {
    expect(isMedicareNumber(number)).toBe(true);
  });

  it.each([
    ['a wrong check digit', '2123456711'],
    ['a first digit that no card has', '1123456791'],
    ['another such first digit', '7123456751'],
    ['a digit too few', '212345670'],
    ['a digit too many', '212345670123'],
    ['a letter', '212345670x'],
  ])('has not %s', (_, text) => {
    expect(isMedicareNumber(text)).toBe(false);
  });

  it('is one no more after one wrong digit of the first nine', () => {
    const wrong = [...'212345670'].flatMap((digit, place) =>
      [...'0123456789']
        .filter((it) => it !== digit)
        .map((it) => `2123456701`.slice(0, place) + it + `2123456701`.slice(place + 1)),
    );
    expect(wrong.filter(isMedicareNumber)).toEqual([]);
  });
});

describe('an Australian business number', () => {
  // Numbers of the Tax Office, of two large companies and of a university.
  it.each(['51824753556', '53004085616', '83914571673', '33102417032'])('is %s', (number) => {
    expect(isBusinessNumber(number)).toBe(true);
  });

  it.each(['51824753557', '01824753556', '5182475355', '518247535560', '5182475355x'])(
    'is not %s',
    (text) => {
      expect(isBusinessNumber(text)).toBe(false);
    },
  );

  it('is one no more after one slip', () => {
    expect(slipsOf('51824753556').filter(isBusinessNumber)).toEqual([]);
  });
});

describe('a payment card', () => {
  // The card schemes' own test numbers, 13 to 19 digits.
  it.each([
    '4222222222222',
    '30569309025904',
    '378282246310005',
    '4111111111111111',
    '5555555555554444',
    '6011111111111117',
    '3530111333300000',
    '4917610000000000003',
    '6304000000000000000',
  ])('may have %s', (number) => {
    expect(isPaymentCard(number)).toBe(true);
  });

  it.each(['4111111111111112', '4222222222223', '422222222222', '18', '63040000000000000000', ''])(
    'cannot have %j',
    (text) => {
      expect(isPaymentCard(text)).toBe(false);
    },
  );

  it('has it no more after one wrong digit', () => {
    const wrong = slipsOf('4111111111111111').filter((it) => it.replaceAll('1', '').length === 2);
    expect(wrong.length).toBeGreaterThan(100);
    expect(wrong.filter(isPaymentCard)).toEqual([]);
  });
});
