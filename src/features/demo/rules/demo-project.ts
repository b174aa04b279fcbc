import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { DEMO_SETTINGS } from '../demo.settings.js';

/** The project, consent and limits of the public demo. */
export interface Demo {
  /** The demo acts for its client on its own behalf, because callers have no credentials. */
  readonly auth: AuthContext;
  readonly projectId: string;
  /** ISO 3166-1, two letters each. */
  readonly countries: readonly string[];
  readonly consent: { readonly version: string; readonly text: string };
  readonly callsPerDay: number;
}

/** Enough hexadecimal digits to distinguish texts. */
const VERSION_DIGITS = 16;

/** The demo that the operator has configured (demo 1.1). */
@Injectable()
export class DemoProject {
  /** Null: there is no demo. */
  readonly known: Demo | null;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.known = demoOf(settings);
  }

  /** @throws 404 without a demo */
  get(): Demo {
    if (this.known === null) throw notFound();
    return this.known;
  }
}

function demoOf(settings: Settings): Demo | null {
  const {
    DEMO_PROJECT: project,
    DEMO_COUNTRIES: countries,
    DEMO_CONSENT_TEXT: text,
    DEMO_CALLS_PER_DAY: callsPerDay,
  } = settingsOf(settings, DEMO_SETTINGS);
  if (!project || !text) return null;
  return {
    auth: systemContext(project, 'public-demo'),
    projectId: project.projectId,
    countries,
    // The version is derived from the text, so a text cannot change without a new version.
    consent: { version: hash('sha256', text, 'hex').slice(0, VERSION_DIGITS), text },
    callsPerDay,
  };
}
