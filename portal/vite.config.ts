import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.config.ts';
import { guide } from './guide.ts';
import { texts } from './texts.config.ts';

// Large, and no first view of a list needs them: charts, the calendar, inputs other than lines of text,
// the forms of assistants, and the proof of a second factor.
const CHARTS = /node_modules[\\/](@mantine[\\/]charts|recharts|d3-|victory-vendor)/;
const DATES = /node_modules[\\/](@mantine[\\/]dates|dayjs)/;
const INPUTS =
  /react-number-format|[\\/](NumberInput|TagsInput|PillsInput|Pill|Radio|use-pills-reorder)[\\/]/;
const FORMS =
  /schemas\.gen|[\\/](Accordion|Fieldset)[\\/]|pages[\\/]projects[\\/]((form|sections|changes)[\\/]|save-section|knowledge[\\/]builds[\\/]BuildChange)/;
const CONTROLS =
  /[\\/](Checkbox|FloatingIndicator|InlineInput|SegmentedControl|Switch|Textarea|FileButton)[\\/]/;
const PROOF = /parts[\\/]step-up[\\/]/;
// The page of a project has these in common with its parts, which need no form; to save a section does.
const PROJECT =
  /pages[\\/]projects[\\/]((?!save-section)[^\\/]+|.*[\\/](sections|knowledge|languages|build-label|named-builds|SourceChanges)\.tsx?)$|parts[\\/]SideList|Icon(File|Refresh|Upload)\.mjs/;
const LARGE = [CHARTS, CONTROLS, DATES, INPUTS, FORMS, PROJECT, PROOF];
// A request costs more than the bytes that a page does not need of a shared file: what every page
// has in common is two files, and what most of them share is one. A group takes what its files
// import, unless one of a higher priority has it.
const GROUPS = [
  { name: 'framework', test: /node_modules/, tags: ['$initial' as const], priority: 4 },
  { name: 'shell', tags: ['$initial' as const], priority: 4 },
  {
    name: 'parts',
    test: (id: string) => LARGE.every((large) => !large.test(id)),
    minShareCount: 4,
    priority: 3,
  },
  { name: 'charts', test: CHARTS, priority: 2 },
  { name: 'project', test: PROJECT, minShareCount: 2, priority: 2 },
  { name: 'controls', test: CONTROLS, minShareCount: 4, priority: 2 },
  { name: 'dates', test: DATES, priority: 1 },
  { name: 'inputs', test: INPUTS, minShareCount: 3, priority: 1 },
  { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
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
