import { describe, expect, it } from 'vitest';
import { LoggableError, reasonOf, unavailable, unprocessable, validationFailed } from './platform-error.js';

describe('reasonOf', () => {
  it('names the cause of an error', () => {
    expect(reasonOf(unavailable(new LoggableError('the key file was swapped')))).toBe(
      'the key file was swapped',
    );
  });

  it('names the code of our own error, and nothing about its cause', () => {
    expect(reasonOf(unavailable(new TypeError('+61491570006 is not a function')))).toBe(
      'dependency_unavailable',
    );
  });

  it('names only the class of a foreign error', () => {
    expect(reasonOf(new TypeError('+61491570006 is not a function'))).toBe('TypeError');
    expect(reasonOf('+61491570006')).toBe('string');
  });
});

// errors 1.5, 4.1, 4.5
describe('the message of a 400 and of a 422', () => {
  it.each([
    [['query', 'start_date'], 'start_date: must be so'],
    [['body', 'contacts', 3, 'to_number'], 'contacts.3.to_number: must be so'],
    [['body'], 'body: must be so'],
  ])('names the field at %j', (loc, message) => {
    const fault = { loc, message: 'must be so', type: 'wrong' };
    expect(validationFailed(fault).message).toBe(message);
    expect(unprocessable(fault).message).toBe(message);
    expect(unprocessable(fault, fault, fault).message).toBe(`${message} (and 2 more: see field_errors)`);
  });
});
