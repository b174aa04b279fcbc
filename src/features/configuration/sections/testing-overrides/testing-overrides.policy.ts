import {
  PHONE_NUMBER_FINDING,
  readPhoneNumber,
} from '../../../../core/shared/phone-numbers/phone-number.policy.js';
import { readInstant } from '../../../../core/time/iso-date-time.policy.js';
import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';
import { PlatformCatalogue } from '../../../catalogs/platform-catalogue.js';
import { error, found, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule, SectionFacts } from '../../rules/sections/section-definition.js';
import type { SentTestingOverrides, TestingOverrides } from './testing-overrides.schema.js';

/** Nothing is overridden. */
export const NO_OVERRIDES: TestingOverrides = {
  enabled: false,
  expires_at_utc: null,
  model_id: null,
  voice_id: null,
  greeting: null,
  transfer_disabled: false,
  test_numbers: [],
};

/** The overrides to save: omitted fields stay, and a null field becomes unset. */
export function mergeTestingOverrides(
  current: TestingOverrides,
  sent: SentTestingOverrides,
): TestingOverrides {
  return {
    ...current,
    ...sent,
    transfer_disabled: settled(
      sent.transfer_disabled,
      current.transfer_disabled,
      NO_OVERRIDES.transfer_disabled,
    ),
    test_numbers: settled(sent.test_numbers, current.test_numbers, NO_OVERRIDES.test_numbers),
  };
}

const settled = <T>(sent: T | null | undefined, current: T, removed: T): T =>
  sent === undefined ? current : (sent ?? removed);

// A test takes days: an override older than a month has been forgotten.
const LONGEST_TEST_DAYS = 30;

/**
 * The rules of overrides that a schema cannot express. Disabled overrides may contain anything: the
 * rules apply once they are enabled.
 */
export function testingOverrideFindings(overrides: TestingOverrides, { now }: SectionFacts): Finding[] {
  if (!overrides.enabled) return [];
  return [
    ...catalogueFindings(overrides),
    ...expiryFindings(overrides.expires_at_utc, now),
    ...effectFindings(overrides),
  ];
}

function catalogueFindings({ model_id, voice_id }: TestingOverrides): Finding[] {
  return found(
    model_id !== null &&
      !PlatformCatalogue.model(model_id) &&
      error('model_unknown', 'model_id', `The catalogue has no model ${model_id}. Choose another model.`),
    voice_id !== null &&
      !PlatformCatalogue.voice(voice_id) &&
      error('voice_unknown', 'voice_id', `The catalogue has no voice ${voice_id}. Choose another voice.`),
  );
}

function expiryFindings(expiresAt: string | null, now: Date): Finding[] {
  const path = 'expires_at_utc';
  if (expiresAt === null) {
    return [
      warning(
        'override_never_expires',
        path,
        'Test calls stay overridden until testing is turned off. Set an end.',
      ),
    ];
  }
  const instant = readInstant(expiresAt)?.getTime();
  if (instant === undefined)
    return [error('instant_unknown', path, 'This day does not exist. Correct the date.')];
  // Only a warning: overrides grow old without an edit, and forgotten ones must not prevent other
  // publications.
  if (instant <= now.getTime()) {
    return [
      warning('override_expired', path, 'The overrides have ended. Set a later end, or turn them off.'),
    ];
  }
  return instant - now.getTime() > LONGEST_TEST_DAYS * DAY_MS
    ? [warning('override_expires_late', path, `The end is more than ${LONGEST_TEST_DAYS} days ahead.`)]
    : [];
}

function effectFindings(overrides: TestingOverrides): Finding[] {
  const { model_id, voice_id, greeting, transfer_disabled } = overrides;
  return found(
    overrides.test_numbers.length === 0 &&
      error(
        'test_numbers_missing',
        'test_numbers',
        'Without a test number, there are no test calls to override. Add one.',
      ),
    ...overrides.test_numbers.map(
      (number, index) =>
        readPhoneNumber(number) !== number &&
        error('phone_number_invalid', `test_numbers.${index}`, PHONE_NUMBER_FINDING),
    ),
    model_id === null &&
      voice_id === null &&
      greeting === null &&
      !transfer_disabled &&
      warning(
        'nothing_overridden',
        'enabled',
        'Overrides are on, but nothing is overridden. Set an override or turn testing off.',
      ),
  );
}

export const TESTING_OVERRIDE_RULES: readonly FindingRule[] = [
  ['model_unknown', 'error', 'the catalogue has no such model'],
  ['voice_unknown', 'error', 'the catalogue has no such voice'],
  ['instant_unknown', 'error', 'the calendar has no such day'],
  ['override_never_expires', 'warning', 'there is no end'],
  ['override_expired', 'warning', 'the end has passed'],
  ['override_expires_late', 'warning', 'the end is more than 30 days ahead'],
  ['test_numbers_missing', 'error', 'no test number is listed'],
  ['phone_number_invalid', 'error', 'no numbering plan writes a test number like this'],
  ['nothing_overridden', 'warning', 'neither model, voice, greeting nor transfer is overridden'],
];
