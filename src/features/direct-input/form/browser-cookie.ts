import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { cookieName, readCookie } from '../../../core/http/cookies.policy.js';

// As long as the longest session, counted from its first use.
const COOKIE_MS = 900_000;

/** The cookie that identifies a browser that has opened a form (direct-input 3.4). */
@Injectable()
export class BrowserCookie {
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(@Inject(SETTINGS) { portal }: Settings) {
    this.isSecure = portal.url.startsWith('https:');
    this.name = cookieName('direct-input', this.isSecure);
  }

  /** The value in a request's cookie, or null without one. */
  of({ headers }: Pick<Request, 'headers'>): string | null {
    const read = readCookie(headers.cookie, this.name);
    return read.kind === 'value' ? read.value : null;
  }

  set(response: Response, value: string): void {
    response.cookie(this.name, value, {
      httpOnly: true,
      secure: this.isSecure,
      // Also sent when a link leads to the page: a second tap on the link does not break the form
      // in the first tab.
      sameSite: 'lax',
      path: '/',
      maxAge: COOKIE_MS,
    });
  }

  /** A value that no other browser has. */
  make(): string {
    return randomBytes(32).toString('base64url');
  }
}
