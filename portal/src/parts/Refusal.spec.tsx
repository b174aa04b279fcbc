import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../api/problem';
import { show } from '../testing/show';
import { Refusal } from './Refusal';

const problem = (status: number, error: object = {}, headers: Record<string, string> = {}) =>
  problemOf(status, new Headers(headers), { error });

describe('a write that was refused', () => {
  it('says the faults of fields that the form does not show beside them', async () => {
    const faults = { name: 'must not be blank', zone: 'is not a time zone' };
    const refused = problem(422, { message: 'Check the fields.', details: { field_errors: faults } });
    show(<Refusal problem={refused} shown={['name']} />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Check the fields.');
    expect(alert.textContent).toContain('zone: is not a time zone');
    expect(alert.textContent).not.toContain('name:');
  });

  it('keeps the input where the session has ended, and leads to the sign-in and back', async () => {
    show(<Refusal problem={problem(401)} />, { at: '/settings?tab=people' });
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('/v1/portal/sign-in?return_to=%2Fsettings%3Ftab%3Dpeople');
    expect(screen.getByRole('alert').textContent).toContain('Your input is kept in this tab');
  });

  it.each([
    ['no answer, so perhaps done', problem(503), /No answer.*the change is made at most once/],
    ['another person was faster', problem(412, { stale: { current: null } }), /Someone changed this/],
    ['too many requests', problem(429, {}, { 'retry-after': '9' }), /Try again in 9 seconds/],
    ['a failure', problem(500, { message: 'Broken.' }, { 'x-request-id': 'r-1' }), /Broken\..*r-1/],
  ])('tells apart: %s', async (_, refused, words) => {
    show(<Refusal problem={refused} />);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });
});
