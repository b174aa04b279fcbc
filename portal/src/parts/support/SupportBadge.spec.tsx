import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answer } from '../../testing/show';
import { SupportBadge } from './SupportBadge';

const BADGE = 'GET /support/badge';
const shown = (answer: Answer, operations: readonly 'getSupportBadge'[] = ['getSupportBadge']) =>
  show(<SupportBadge />, {
    session: aSession({ 'client-a': 'client_staff' }, operations),
    answers: { [BADGE]: answer },
  });

describe('the number beside support in the menu', () => {
  it('counts unread tickets', async () => {
    shown({ unread_count: 2, awaiting_you_count: 1 });
    await screen.findByText('2 unread tickets');
  });

  it('is never a zero that nobody has counted', async () => {
    shown(refusal(503));
    await screen.findByText('The number of unread tickets is not known');
  });

  it('is not asked for by people without support', () => {
    const { asked } = shown({ unread_count: 2, awaiting_you_count: 1 }, []);
    expect(asked).toEqual([]);
  });
});
