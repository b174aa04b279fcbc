import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show } from '../../testing/show';
import { ChangedBy, Person } from './Person';

const NAMES = 'GET /portal/names';
const AT = '2026-11-20T10:15:00.000Z';
const session = aSession({ 'client-a': 'client_admin' });

describe('who changed a thing', () => {
  // people 6.1, 6.2
  it('is asked for all of a page at once, and told by name or by a word', async () => {
    const { asked } = show(
      <>
        {['person', 'mei', 'mei', 'gone', 'ours', 'key', 'other-key', 'job'].map((id, place) => (
          <p key={place}>
            <Person id={id} />
          </p>
        ))}
        <Person id={null} />
      </>,
      {
        session,
        at: '/?client_id=client-a',
        answers: {
          [NAMES]: ({ query }) => ({
            items: query['ids']!.split(',').map((id) => ({
              id,
              ...{
                mei: { kind: 'colleague', display_name: 'Mei Tanaka' },
                gone: { kind: 'former_colleague', display_name: null },
                ours: { kind: 'staff', display_name: null },
                key: { kind: 'key', display_name: 'CRM' },
                'other-key': { kind: 'key', display_name: null },
                job: { kind: 'process', display_name: null },
              }[id],
            })),
          }),
        },
      },
    );
    for (const text of [
      'Kim Person (you)',
      'A former colleague',
      'Platform staff',
      'CRM (API key)',
      'An API key',
      'The platform itself',
      '–',
    ])
      await screen.findByText(text);
    expect(screen.getAllByText('Mei Tanaka')).toHaveLength(2);
    expect(asked.map(({ query }) => query['ids'])).toEqual(['mei,gone,ours,key,other-key,job']);
  });

  it('is a word too where names cannot be read, and nothing while nobody has changed it', async () => {
    show(
      <>
        <ChangedBy at={AT} by="mei" />
        <ChangedBy at={null} by={null} />
      </>,
      { session, at: '/?client_id=client-a&zone=UTC', answers: { [NAMES]: refusal(503) } },
    );
    await screen.findByText('Unknown');
    expect(screen.getAllByText(/Last changed:/)).toHaveLength(1);
  });
});
