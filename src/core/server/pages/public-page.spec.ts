import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountPublicPage } from './public-page.js';

// direct-input 3.5
describe('a page for strangers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'public-page-'));
  const app = express();

  beforeAll(() => {
    mkdirSync(join(folder, 'i/assets'), { recursive: true });
    writeFileSync(join(folder, 'i/index.html'), '<!doctype html><title>Form</title>');
    writeFileSync(join(folder, 'i/assets/main-4f2a.js'), 'run();');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    mountPublicPage(app, 'i', folder);
    mountPublicPage(app, 'demo', folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is one document, which loads its own files alone and is kept nowhere', async () => {
    const { status, text, headers } = await supertest(app).get('/i?locale=de');
    expect([status, text]).toEqual([200, '<!doctype html><title>Form</title>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; " +
        "frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('has files that are kept for ever', async () => {
    const { status, text, headers } = await supertest(app).get('/i/assets/main-4f2a.js');
    expect([status, text]).toEqual([200, 'run();']);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each([
    '/i/',
    '/i/assets/',
    '/i/assets/other.js',
    '/i/assets/..%2f..%2fsecret.txt',
    '/i/../secret.txt',
    '/demo',
  ])('has nothing at %s', async (path) => {
    expect((await supertest(app).get(path)).status).toBe(404);
  });

  // Fails if anything but the characters of a token is passed on. direct-input 3.7
  it.each([
    ['/i%23abc_-9', '/i#abc_-9'],
    ['/i%23', '/i#'],
    ['/i%23//evil.example', '/i#'],
    ['/i%23abc%0d%0aX-Evil:%201', '/i#abc'],
    ['/i%23abc?x=1', '/i#abc'],
  ])('leads %s to %s', async (path, location) => {
    const { status, headers } = await supertest(app).get(path);
    expect([status, headers['location'], headers['cache-control']]).toEqual([302, location, 'no-store']);
    expect((await supertest(app).post(path)).status).toBe(404);
  });

  it('is read alone', async () => {
    expect((await supertest(app).head('/i')).status).toBe(200);
    expect((await supertest(app).post('/i')).status).toBe(404);
  });
});
