import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/app.module.js';

const page = (name: string): string =>
  readFileSync(new URL(`../../docs/contract/${name}.md`, import.meta.url), 'utf8');

const ENTRIES = REGISTRY.errors.map(({ code, status }) => ({ code, status }));
const isOfCalls = (code: string): boolean => /^(?:EXPORT|DOWNLOAD)_/.test(code);
/** A code may stand for several reasons of one status. */
const unique = (rows: readonly string[]): string[] => [...new Set(rows)].toSorted();

describe('the codes of the contract', () => {
  // errors 3.1, 3.2, 3.3, 3.5, 3.6, 3.7, 3.10, 3.11, 3.12, 3.14, 3.15, 3.16, 3.17, 3.21
  it('are those that core and the features declare, each with its status', () => {
    const listed = [...page('errors').matchAll(/^\| `([a-z_]+)` +\| (\d{3}) +\|/gm)];
    expect(unique(listed.map(([, code, status]) => `${code} ${status}`))).toEqual(
      unique(ENTRIES.filter(({ code }) => !isOfCalls(code)).map(({ code, status }) => `${code} ${status}`)),
    );
  });

  // errors 3.4
  it('of exports and downloads are on their pages', () => {
    const text = page('calls-export') + page('calls-transcripts');
    expect(ENTRIES.filter(({ code }) => isOfCalls(code) && !text.includes(`\`${code}\``))).toEqual([]);
  });
});

// privacy 8.2
it('lists the audit actions that core and the features declare', () => {
  const rule = /\*\*8\.2\*\*([\s\S]*?)\n\*\*8\.3/.exec(page('privacy'))?.[1] ?? '';
  const listed = [...rule.matchAll(/`([a-z_.]+)`/g)].map(([, action]) => action!);
  expect(listed.toSorted()).toEqual(REGISTRY.actions.toSorted());
});
