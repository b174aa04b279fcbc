import { defineConfig } from '@hey-api/openapi-ts';

// The client is generated at each build from the API's own document, so that a change of the API breaks the build and not a page.
export default defineConfig({
  input: '../openapi.json',
  output: { path: 'src/api/generated' },
  logs: { level: 'error' },
  plugins: [
    { name: '@hey-api/client-fetch', throwOnError: true },
    { name: '@hey-api/typescript' },
    { name: '@hey-api/sdk' },
    {
      name: '@tanstack/react-query',
      queryOptions: true,
      mutationOptions: true,
      infiniteQueryOptions: false,
      queryKeys: true,
    },
  ],
});
