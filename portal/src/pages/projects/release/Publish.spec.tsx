import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../testing/show';
import { Published } from './Publish';

describe('a published version', () => {
  it('is named, with the way to call it', async () => {
    const { user, search } = show(<Published message="Version 5 is published." />, {
      at: '/projects/desk?tab=release&client_id=client-a',
    });
    await screen.findByText('Version 5 is published.');
    await user.click(screen.getByRole('link', { name: 'Call it: place a test call' }));
    expect(search()).toEqual({ tab: 'testCalls', client_id: 'client-a' });
  });
});
