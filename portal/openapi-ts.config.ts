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
    // The forms of the sections of a project are made from these.
    { name: '@hey-api/schemas' },
    {
      name: '@tanstack/react-query',
      queryOptions: true,
      mutationOptions: true,
      infiniteQueryOptions: false,
      queryKeys: true,
    },
  ],
});
