import { holdsNoPerson, rule } from '../../../core/http/fields/field-rules.js';
import { InstantField, IntegerField, TextField } from '../../../core/http/fields/field-kinds.js';
import type { FieldOptions } from '../../../core/http/fields/request-field.js';
import { looksSecret } from './secret-like.policy.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

/** Metadata is shown to everyone who reads the campaign (campaigns 7.3). */
const holdsNoSecret = rule(
  'secretLike',
  (value) => typeof value !== 'string' || !looksSecret(value),
  'looks like a secret, or names one; send a reference to the wash, without credentials',
);

const also = [holdsNoSecret, holdsNoPerson()];

const Word = (min: number, max: number, example: string): PropertyDecorator =>
  TextField(min, max, { example, also });

const OptionalWord = (example: string): PropertyDecorator =>
  TextField(1, 255, { example, optional: true, nullable: true, also });

const Count = (options: FieldOptions): PropertyDecorator => IntegerField(0, MAX_INTEGER, options);

export class WashRecordRequest {
  @Word(2, 10, 'AU')
  jurisdiction!: string;

  @Word(1, 64, 'dncr')
  registry_type!: string;

  @OptionalWord('Keystone Wash Pty Ltd')
  vendor?: string | null;

  @OptionalWord('telemarketing-2017')
  ruleset_id?: string | null;

  @OptionalWord('ACMA-2026-11-20-0001')
  transaction_id?: string | null;

  @OptionalWord('wash-2026-11-20.csv')
  wash_file_name?: string | null;

  @OptionalWord('R-20481')
  receipt_reference?: string | null;

  @Word(1, 64, 'web_upload')
  wash_channel!: string;

  @Count({ example: 1200 })
  numbers_submitted!: number;

  @Count({ example: 31 })
  numbers_on_register!: number;

  @Count({ example: 1165 })
  numbers_not_on_register!: number;

  @Count({ example: 4 })
  numbers_invalid!: number;

  @Count({ example: 1200 })
  credits_charged!: number;

  @Count({ example: 8800, optional: true, nullable: true })
  credits_remaining?: number | null;

  @InstantField({
    description: 'When the numbers were checked against the register.',
    example: '2026-11-20T02:00:00Z',
  })
  washed_at_utc!: string;

  @InstantField({
    description: 'Until when the register guarantees the result; after washed_at_utc.',
    example: '2026-12-20T02:00:00Z',
  })
  valid_until_utc!: string;
}
