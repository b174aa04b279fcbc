import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { section } from './provider-configuration.section.js';
import { AnsweringMachineDetection, DETECTION_DEFAULTS } from '../../rules/sections/answering-machine.js';

// campaigns 1.9
describe('answering-machine detection of a provider configuration', () => {
  const { answering_machine_detection: _, ...before } = section.defaults;

  it('may be missing from what was saved before there was one', () => {
    expect(Value.Check(section.schema, before)).toBe(true);
    expect(Value.Check(section.schema, section.defaults)).toBe(true);
  });

  it.each([
    ['enabled', 'yes'],
    ['timeout_ms', 2999],
    ['timeout_ms', 59_001],
    ['speech_threshold_ms', 999],
    ['speech_end_threshold_ms', 5001],
    ['silence_timeout_ms', 1999],
    ['silence_timeout_ms', 2500.5],
    ['voicemail_detection', true],
  ])('refuses %s: %s', (field, value) => {
    expect(Value.Check(AnsweringMachineDetection, { ...DETECTION_DEFAULTS, [field]: value })).toBe(false);
  });
});
