import { describe, expect, it } from 'vitest';
import { projectOf, readAddress } from './saved-address.policy.js';

describe('the address of a saved view', () => {
  // saved-views 2.1, 2.2
  it.each([
    ['/calls', '/calls'],
    ['/calls?', '/calls'],
    ['/calls?status=missed&range=7', '/calls?range=7&status=missed'],
    ['/calls?range=7&status=missed&cursor=abc&client_id=acme&page=2', '/calls?range=7&status=missed'],
    ['/calls?status=', '/calls'],
    [
      '/calls?follow_up=open&provider_label=primary&disconnection_reason=failed&follow_up_owner=mei',
      '/calls?disconnection_reason=failed&provider_label=primary&follow_up=open&follow_up_owner=mei',
    ],
    ['/campaigns?find=Öffnung%20%26%20Ende', '/campaigns?find=%C3%96ffnung+%26+Ende'],
    ['/analytics?zone=Australia/Sydney', '/analytics?zone=Australia%2FSydney'],
    [`/campaigns?find=${'x'.repeat(255)}`, `/campaigns?find=${'x'.repeat(255)}`],
  ])('%s is stored as %s', (text, address) => {
    expect(readAddress(text)).toEqual({ address });
  });

  // saved-views 2.1, 2.3
  it.each([
    ['', 'must begin with one of'],
    ['/settings', 'must begin with one of'],
    ['//evil.example/calls', 'must begin with one of'],
    ['https://evil.example/calls', 'must begin with one of'],
    ['/calls/room-1', 'must begin with one of'],
    ['/calls?a=1?b=2', 'must begin with one of'],
    ['__proto__', 'must begin with one of'],
    ['/calls?caller=%2B61491570156', 'can keep only project_id'],
    ['/calls?search=room-1', 'can keep only project_id'],
    ['/calls?follow_up_tag=quote', 'can keep only project_id'],
    ['/calls?status=missed&status=failed', 'names status twice'],
    ['/campaigns?find=a%00b', 'no control characters'],
    [`/campaigns?find=${'x'.repeat(256)}`, 'at most 255'],
    ['/campaigns?find=0491%20570%20156', 'personal data'],
  ])('%s is refused', (text, fault) => {
    expect(readAddress(text)).toEqual({ fault: expect.stringContaining(fault) as string });
  });

  it('may name a project', () => {
    expect([projectOf('/calls'), projectOf('/calls?project_id=a-b')]).toEqual([null, 'a-b']);
  });
});
