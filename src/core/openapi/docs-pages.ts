import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { buildOpenApi } from './openapi.js';
import { PreparedFile } from '../server/pipeline/prepared-file.js';

/**
 * Scripts and styles are only loaded from this service, and nothing may frame the page. Credentials
 * entered there are sent only to this service.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SAFE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Telephony Platform API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/swagger-ui-init.js"></script>
  </body>
</html>
`;

// If stored in the browser, credentials would be available to the next person and any script. The
// validator's badge would send the document's address to others.
const INIT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  queryConfigEnabled: false,
  validatorUrl: null,
});
`;

const { resolve } = createRequire(import.meta.url);
const asset = (name: string) => (): Buffer => readFileSync(resolve(`swagger-ui-dist/${name}`));
const text = (content: string) => (): Buffer => Buffer.from(content);
const file = (contentType: string, load: () => Buffer): PreparedFile =>
  new PreparedFile(contentType, load, SAFE_HEADERS);

const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * Serves Swagger UI at /docs and the document at /openapi.json (requests 1.2).
 * @returns a function that builds the document now; otherwise its first use blocks the process for
 *   a moment
 */
export function serveDocs(app: NestExpressApplication): () => void {
  const document = file('application/json; charset=utf-8', () =>
    Buffer.from(JSON.stringify(buildOpenApi(app, 'public'))),
  );
  const files: Readonly<Record<string, PreparedFile>> = {
    '/openapi.json': document,
    '/docs': file('text/html; charset=utf-8', text(PAGE)),
    '/docs/swagger-ui-init.js': file(SCRIPT, text(INIT)),
    '/docs/swagger-ui-bundle.js': file(SCRIPT, asset('swagger-ui-bundle.js')),
    '/docs/swagger-ui.css': file('text/css; charset=utf-8', asset('swagger-ui.css')),
    '/docs/favicon-32x32.png': file('image/png', asset('favicon-32x32.png')),
  };
  const express: Express = app.getHttpAdapter().getInstance();
  for (const [path, prepared] of Object.entries(files)) {
    express.get(path, (request, response, next) => {
      prepared.send(request, response).catch(next);
    });
  }
  return () => document.prepare();
}
