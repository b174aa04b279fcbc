import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import document from '../../../../openapi.json';
import { show } from '../../testing/show';
import { ByApi } from './ByApi';
import { curlOf, sdkOf, type ApiRead } from './by-api';

const ORIGIN = 'https://voice.example.com';
const CALLS: ApiRead = {
  operation: 'listCalls',
  query: {
    client_id: 'client-a',
    start_date: '2026-10-10',
    end_date: '2026-10-10',
    search: "o'hare",
    cursor: undefined,
  },
};

describe('a page by API', () => {
  it('is one request without a secret, safe for a shell', () => {
    const line = curlOf(CALLS, ORIGIN);
    expect(line).toBe(
      `curl -H "X-API-Key: $TELEPHONY_KEY" 'https://voice.example.com/v1/calls/list?client_id=client-a&start_date=2026-10-10&end_date=2026-10-10&search=o%27hare'`,
    );
  });

  it('names what is in the path', () => {
    const read: ApiRead = { operation: 'getCall', path: { call_id: "it's/1" } };
    expect(curlOf(read, ORIGIN)).toContain(`/v1/calls/it'\\''s%2F1'`);
    expect(sdkOf(read, ORIGIN)).toContain(`client.getCall({\n  "path": {\n    "call_id": "it's/1"\n  }\n})`);
  });

  it('asks with the query of the page alone in the SDK', () => {
    expect(sdkOf(CALLS, ORIGIN)).not.toContain('cursor');
    expect(sdkOf({ operation: 'listProjects' }, ORIGIN)).toContain('await client.listProjects();');
  });

  it('names operations and routes that the document has', () => {
    const known = Object.entries(document.paths).flatMap(([path, routes]) =>
      'get' in routes ? [`${routes.get.operationId} ${path}`] : [],
    );
    const operations = [
      'getCall',
      'getCallSummary',
      'getOutboundCampaign',
      'getProjectLifecycle',
      'listCalls',
      'listOutboundCampaigns',
      'listProjects',
    ] as const;
    for (const operation of operations) {
      const path = Object.fromEntries(['call_id', 'campaign_id', 'project_id'].map((it) => [it, `ID-${it}`]));
      const [, address = ''] =
        /example\.com([^?']*)/.exec(curlOf({ operation, path } as ApiRead, ORIGIN)) ?? [];
      expect(known).toContain(`${operation} ${address.replaceAll(/ID-(\w+)/g, '{$1}')}`);
    }
  });

  it('is shown on demand', async () => {
    const { user } = show(<ByApi read={CALLS} />);
    await user.click(await screen.findByRole('button', { name: 'Do this with the API' }));
    await screen.findByText(/^curl -H/);
    await screen.findByText(/client\.listCalls/);
    await screen.findByRole('button', { name: 'Copy: curl' });
  });
});
