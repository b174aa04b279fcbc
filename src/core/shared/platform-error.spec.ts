import { describe, expect, it } from 'vitest';
import { LoggableError, reasonOf, unavailable, unprocessable, validationFailed } from './platform-error.js';

describe('reasonOf', () => {
  it('tells the diagnosis behind an error', () => {
    expect(reasonOf(unavailable(new LoggableError('the key file was swapped')))).toBe(
      'the key file was swapped',
    );
  });

  it('tells the code of an error of ours, and nothing of what is behind it', () => {
    expect(reasonOf(unavailable(new TypeError('+61491570006 is not a function')))).toBe(
      'dependency_unavailable',
    );
  });

  it('tells only the class of what others wrote', () => {
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
