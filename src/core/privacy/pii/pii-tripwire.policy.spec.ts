import { describe, expect, it } from 'vitest';
import { detectPii, piiKindsIn } from './pii-tripwire.policy.js';

const kindIn = (text: string): string | null => detectPii(text)?.kind ?? null;

// privacy 4.1, 4.2, 4.4
describe('the tripwire', () => {
  it.each([
    '0412 345 678',
    '0412345678',
    '0412-345-678',
    '0412.345.678',
    '(0412) 345 678',
    '04 1234 5678',
    '04 12 34 56 78',
    '0412, 345, 678',
    '+61 412 345 678',
    '+61412345678',
    '+61 (0)412 345 678',
    '(+61) 412 345 678',
    '61412345678',
    '0061 412 345 678',
    '0011 61 412 345 678',
    '(02) 5550 1234',
    '02 5550 1234',
    '0255501234',
    '08-5550-1234',
    '+61 2 5550 1234',
    '+61 (02) 5550 1234',
    '1300 975 707',
    '1800 975 711',
    '1800-975-711',
    '+61 1300 975 707',
    '13 12 13',
    '131213',
    '+61 13 12 13',
    '+1 202 555 0123',
    '+64 9 555 1234',
    'call back on 5550 1234',
    'Ph: 55501234',
    'mobile 412 345 678',
    '０４１２　３４５　６７８',
    '＋６１ ４１２ ３４５ ６７８',
    '٠٤١٢ ٣٤٥ ٦٧٨',
    '०४१२३४५६७८',
    '⓪④①②③④⑤⑥⑦⑧',
    '0️⃣4️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣',
    '04\u200B12\u200D345\u2060678',
    '0412\u00AD345\u00AD678',
    '0\u0332412\u202E345678',
    '0412\n345\n678',
    '0412   -   345   -   678',
    '0412_345_678',
    '0412–345–678',
    '0412[345]678',
    '%2B61412345678',
  ])('finds the phone number %j', (text) => {
    expect(kindIn(text)).toBe('phone');
    expect(kindIn(`Caller asked to be rung back (${text}), before noon.`)).toBe('phone');
  });

  it.each([
    ['123456782', 'tax_file_number'],
    ['123 456 782', 'tax_file_number'],
    ['123-456-782', 'tax_file_number'],
    ['(123)456.782', 'tax_file_number'],
    ['81 854 402', 'tax_file_number'],
    ['81854402', 'tax_file_number'],
    ['１２３ ４５６ ７８２', 'tax_file_number'],
    ['2123 45670 1', 'medicare_card'],
    ['2123456701', 'medicare_card'],
    ['2123-45670-1/2', 'medicare_card'],
    ['51 824 753 556', 'business_number'],
    ['51824753556', 'business_number'],
    ['4111 1111 1111 1111', 'payment_card'],
    ['4111-1111-1111-1111', 'payment_card'],
    ['4111.1111.1111.1111', 'payment_card'],
    ['3782 822463 10005', 'payment_card'],
    ['4222222222222', 'payment_card'],
    ['6304000000000000000', 'payment_card'],
    ['٤١١١ ١١١١ ١١١١ ١١١١', 'payment_card'],
  ])('finds %j, a %s', (text, kind) => {
    expect(kindIn(text)).toBe(kind);
    expect(kindIn(`The number given was ${text}.`)).toBe(kind);
    expect(kindIn(`On 14/11/2026 at 10:30 room 7, ${text}, 2 adults`)).not.toBeNull();
  });

  it.each([
    '123456789',
    '123 456 789',
    '81 854 403',
    '2123 45671 1',
    '1123 45679 1',
    '51 824 753 557',
    '4111111111111112',
    '4539 1488 0343 6466',
    '4222222222223',
    '12345678901234567890123',
    '5550 1234',
    '14 12 13',
    '130 12 13',
  ])('leaves %j alone: it checks as nothing', (text) => {
    expect(kindIn(text)).toBeNull();
    expect(kindIn(`Order ${text} was sent.`)).toBeNull();
  });

  it.each([
    ['0912 345 678', 'phone'],
    ['04 123 4567', 'phone'],
    ['(212) 555-0198', 'phone'],
    ['0033 1 42 68 53 00', 'phone'],
    ['zero four one two, three four five, six seven eight', 'phone'],
    ['oh four double one triple two nine eight seven', 'phone'],
    ['123-45-6789', 'social_security'],
    ['QQ 12 34 56 C', null],
    ['AB 12 34 56 C', 'social_security'],
    ['IE29 AIBK 9311 5212 3456 78', 'bank_account'],
    ['IE29 AIBK 9311 5212 3456 79', null],
    ['BSB 062-000', 'identity_document'],
    ['passport number PA0940443', 'identity_document'],
    ["driver's licence 0451 2980", 'identity_document'],
    ['14 Wattle Street', 'address'],
    ['unit 7/12 George St', 'address'],
    ['PO Box 112', 'address'],
    ['Lindenstrasse 14', 'address'],
    ['5 December, Dr Lee', null],
    ['one two three four', null],
    ['order 0033 142 685 300', null],
    ['from 01/12/2026-05/12/2026, 01.12.2026 10:30', null],
    ['licence renewal in 2026', null],
    ['King Street clinic', null],
  ])('takes %j, by its writing, for %j', (text, kind) => {
    expect(kindIn(text)).toBe(kind);
    expect(kindIn(`The caller said ${text}, and that was all.`)).toBe(kind);
  });

  it.each([
    'jane@example.com',
    'Jane.Citizen+tag@mail.example.com.au',
    'mailto:jane@example.com',
    'ōtani@例え.jp',
    'उपयोगकर्ता@उदाहरण.भारत',
    'jane＠example．com',
    'jane%40example.com',
    'jane\u200B@\u200Bexam\u00ADple.com',
    '"jane citizen"@example.com',
    'jane @ example.com',
    'jane at example dot com dot au',
  ])('finds the email address %j', (text) => {
    expect(kindIn(text)).toBe('email');
    expect(kindIn(`Send it to ${text}, please`)).toBe('email');
  });

  it.each(['DOB 3/4/1985', 'born ３／４／１９８５', 'd\u200Bob 3\u00AD/4/85', 'born on\n3 April 1985'])(
    'finds the date of birth in %j',
    (text) => {
      expect(kindIn(`Caller ${text}, wants a check-up.`)).toBe('birth_date');
    },
  );

  it.each([
    '',
    'Booked for Tuesday 3 pm, order 12345, 2 adults, $240.50, 14/11/2026 at 10:30',
    'Moved from 14/11/2026 9:30 to 16/11/2026 11:00. Confirmed.',
    'Quoted $1,240.50 for 3 nights, 2 adults and 1 child, from 24 December 2026 to 2 January 2027.',
    'Refund of $89.95 in 3-5 business days. Ticket #4821.',
    'Table for 12 at 7:30 pm on 21/11/26, $50 pp.',
    'Open Mon-Fri 9am-5pm, Sat 10-2. Suite 4, Level 12.',
    'Verified name, date of birth and address. Next visit 3 March 2027 at 2.15pm.',
    'Caller is 34, wants a check-up for her son, 6. Booked 5 Dec 2026, 8:45 am with Dr Lee.',
    'Invoice 2026-1142 for $12,400.00 is due on 01/12/2026.',
    'Flight QF402 at 06:15 on 2026-12-01, seat 14C, gate 21.',
    'Water meter 48210 kL, postcode 2000, unit 7.',
    'Reference 884213, out since 4:20 am in 2 suburbs, 1,250 homes, back by 11 am.',
    'Price guide $850,000.00 - $935,000.00, 3 bedrooms, 450 sqm.',
    'Job 100245 done on 3/11/2026 13:00-15:00, warranty 10 years.',
    'Available November 13, 2026 or 14.11.2026, 2026-11-15 or 11/16/2026.',
    '1234567, 3 pm; 1234567, 10:30; 1234567 on 14/11/2026',
    'From 12/11/2026-14/11/2026 or 1.12.2026 - 3.12.2026, then 2026-11-20T10:30:00+11:00.',
    'Meet @ 3 pm, 2 x $40 each, look at gate 5.',
    '12,5 % of ½ of 3²',
    '値段は五千円です',
  ])('lets an ordinary summary pass: %j', (text) => {
    expect(kindIn(text)).toBeNull();
  });

  it('names the kind and nothing of the text', () => {
    expect(detectPii('jane@example.com 0412 345 678')).toEqual({ kind: 'email' });
  });
});

// support 4.4
describe('all kinds in a text', () => {
  it.each([
    ['Call 0412 345 678 or write to kim@example.com', ['email', 'phone']],
    ['Card 4111 1111 1111 1111, mobile 0412 345 678', ['payment_card', 'phone']],
    ['Kim, born 3 March 1980, lives at 12 Long Street, 0412 345 678', ['birth_date', 'phone', 'address']],
    ['0412 345 678 0412 345 679', ['phone']],
    ['The call of 10:15 lasted 3 minutes.', []],
  ])('of %j', (text, kinds) => {
    expect(piiKindsIn(text)).toEqual(kinds);
  });
});
