import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Route } from 'playwright-core';
import type { Chapter, Visitor } from './portal-visitor.ts';

// The pages for people without an account, for screenshots.ts. `/i` gets its form from here, so
// that no call needs to be in progress.

const WORDS = {
  en: {
    business: 'Acme Dental',
    labels: ['Member number', 'Date of birth', 'When may we call back?'],
    choices: ['In the morning', 'In the afternoon'],
  },
  ar: {
    business: 'عيادة النور',
    labels: ['رقم العضوية', 'تاريخ الميلاد', 'متى نعاود الاتصال بك؟'],
    choices: ['صباحًا', 'بعد الظهر'],
  },
} as const;
const KINDS = ['digits', 'date', 'choice'] as const;

type Locale = keyof typeof WORDS;

/** A form in a language, and a token that is bound to its key (direct-input 3.1). */
function aForm(locale: Locale): { token: string; form: object } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = pair.publicKey.export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest();
  const random = randomBytes(16);
  const bound = createHash('sha256').update(random).update(thumbprint).digest().subarray(0, 16);
  const { business, labels, choices } = WORDS[locale];
  const fields = KINDS.map((kind, at) => ({
    name: kind,
    label: labels[at],
    kind,
    required: kind !== 'choice',
    max_length: 20,
    ...(kind === 'choice' ? { choices } : {}),
  }));
  return {
    token: Buffer.concat([random, bound]).toString('base64url'),
    form: {
      fields,
      public_key: { kty, crv, x, y },
      business_name: business,
      expires_at_utc: new Date(Date.now() + 330_000).toISOString(),
      locale,
    },
  };
}

async function openForm(visitor: Visitor, locale: Locale): Promise<void> {
  const { token, form } = aForm(locale);
  const answer = (route: Route): Promise<void> =>
    route.request().url().endsWith('/submit')
      ? route.fulfill({ status: 202, json: { status: 'received' } })
      : route.fulfill({ json: form });
  await visitor.openWith(`/i#${token}`, /\/v1\/direct-input\//, answer);
  await visitor.press('button', /Open the form|Formular öffnen|فتح النموذج/);
}

/** Both pages from start to end. */
export async function publicPages(visitor: Visitor, chapter: Chapter): Promise<void> {
  await openForm(visitor, 'en');
  await visitor.take(chapter, 'direct-input', 'Direct input: the form');
  await visitor.press('button', 'Send securely');
  await visitor.take(chapter, 'direct-input-errors', 'Direct input: what is wrong, and where');
  await visitor.fill('Member number', '7704118830');
  await visitor.fill('Date of birth', '1990-03-14');
  await visitor.press('button', 'Send securely');
  await visitor.seeText('Your answers have arrived');
  await visitor.take(chapter, 'direct-input-received', 'Direct input: the answers have arrived');
  await visitor.openPlain('/i#none');
  await visitor.take(chapter, 'direct-input-failure', 'Direct input: the one answer to all that is wrong');
  await visitor.openPlain('/demo');
  await visitor.take(chapter, 'demo-page', 'The demo: a call to a person who asks for one');
}

/** The form in a right-to-left language. */
export async function publicPageInArabic(visitor: Visitor, chapter: Chapter): Promise<void> {
  await openForm(visitor, 'ar');
  await visitor.take(chapter, 'direct-input-arabic', 'Direct input: in Arabic, dark');
}
