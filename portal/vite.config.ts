import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { guide } from './guide.ts';

/** `./texts/en/calls/list.json` belongs to the texts of one language and one group of pages. */
const textsOf = (id: string): string | null => {
  const [, language, group] =
    /[\\/]src[\\/]texts[\\/](en|de)[\\/](?:(\w+)[\\/])?[^\\/]+\.json$/.exec(id) ?? [];
  return language === undefined
    ? null
    : ['texts', language, ...(group === undefined ? [] : [group])].join('-');
};

// A request costs more than the bytes that a page does not need of a shared file: what every page
// has in common is two files, what most of them share is one, and each language and group of texts.
const GROUPS = [
  { name: textsOf, debugName: 'texts', priority: 4 },
  { name: 'charts', test: /node_modules[\\/](@mantine[\\/]charts|recharts|d3-|victory-vendor)/, priority: 2 },
  { name: 'framework', test: /node_modules/, tags: ['$initial' as const], priority: 3 },
  { name: 'shell', tags: ['$initial' as const], priority: 3 },
  { name: 'parts', minShareCount: 4, priority: 1 },
];

export default defineConfig({
  plugins: [react(), guide, compressed],
  base: '/portal/',
  // `npm start` builds too: what it says is for a newcomer.
  logLevel: 'warn',
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The budgets of the portal count compressed bytes (test/portal).
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    sourcemap: false,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
});
