import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.config.ts';
import { guide } from './guide.ts';
import { texts } from './texts.config.ts';

// Large, and no first view of a list needs them: the calendar, the forms of assistants, and the proof
// of a second factor.
const DATES = /node_modules[\\/](@mantine[\\/]dates|dayjs)/;
const FIELDS =
  /schemas\.gen|react-number-format|[\\/](NumberInput|TagsInput|PillsInput|Pill|Radio|use-pills-reorder)[\\/]|pages[\\/]projects[\\/]/;
const PROOF = /parts[\\/]step-up[\\/]/;
const isSmall = (id: string): boolean => [DATES, FIELDS, PROOF].every((large) => !large.test(id));
// A request costs more than the bytes that a page does not need of a shared file: what every page
// has in common is two files, and what most of them share is one.
const GROUPS = [
  { name: 'charts', test: /node_modules[\\/](@mantine[\\/]charts|recharts|d3-|victory-vendor)/, priority: 2 },
  { name: 'framework', test: /node_modules/, tags: ['$initial' as const], priority: 3 },
  { name: 'shell', tags: ['$initial' as const], priority: 3 },
  { name: 'parts', test: isSmall, minShareCount: 4, priority: 2 },
  { name: 'dates', test: DATES, priority: 1 },
  { name: 'fields', test: FIELDS, minShareCount: 4, priority: 1 },
];

export default defineConfig({
  plugins: [react(), guide, texts, compressed],
  base: '/portal/',
  // `npm start` builds too: what it says is for a newcomer.
  logLevel: 'warn',
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    assetsDir: 'assets',
    // One file for all: what single pages add to it is less than a request costs.
    cssCodeSplit: false,
    // The budgets of the portal count compressed bytes (test/portal).
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    sourcemap: false,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
});
