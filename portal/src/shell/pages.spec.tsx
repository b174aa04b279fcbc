import { describe, expect, it } from 'vitest';
import type { Operation } from '../session/rights';
import { aSession } from '../testing/show';
import { mayOpen, pagesOf } from './pages';

const SESSION = aSession({ 'client-a': 'partner_admin' }, ['listPartnerClients', 'listCalls']);

// portal-sessions 6.8
describe('the pages of a person', () => {
  it('are those whose operation the role may ask for, and those for everybody', () => {
    const names = (clientId: string) => pagesOf(SESSION, clientId).map(({ name }) => name);
    expect(names('client-a')).toEqual(['home', 'clients', 'calls', 'settings']);
    // The directory is about all clients; the others are about one for which the person has a role.
    expect(names('client-b')).toEqual(['home', 'clients', 'settings']);
  });

  it('name the knowledge alone where the projects, which have it, do not open', () => {
    const names = (...operations: Operation[]) =>
      pagesOf(aSession({ 'client-a': 'client_staff' }, operations), 'client-a').map(({ name }) => name);
    expect(names('listKnowledgeSources')).toContain('knowledge');
    expect(names('listKnowledgeSources', 'getProjectLifecycle')).not.toContain('knowledge');
  });

  it.each([
    ['/calls', true],
    ['/calls/call-1', true],
    ['/callsign', true],
    ['/campaigns', false],
    ['/campaigns/new', false],
    ['/billing', false],
    ['/settings', true],
    ['/guide/calls', true],
  ])('open at %s: %s', (pathname, isOpen) => {
    expect(mayOpen(SESSION, 'client-a', pathname)).toBe(isOpen);
  });
});
