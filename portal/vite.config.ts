import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { guide } from './guide.ts';

export default defineConfig({
  plugins: [react(), guide],
  base: '/portal/',
  // `npm start` builds too: what it says is for a newcomer.
  logLevel: 'warn',
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The budgets of the portal count compressed bytes (test/portal).
    reportCompressedSize: false,
    sourcemap: false,
    target: 'es2022',
  },
});
