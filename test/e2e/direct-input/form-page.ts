import type { Page } from 'playwright-core';
import { useTestApp } from '../../support/app.js';
import { RuntimeOfForms, unseal, type OpenedSession } from '../../support/direct-input.js';
import { perSuite } from '../../support/frames.js';
import { usePublicPage } from '../../support/public-pages.js';

export const CONTEXT = '/v1/direct-input/context';
export const SUBMIT = '/v1/direct-input/submit';

/** A field of a form. */
export const aField = (name: string, kind: string, more: object = {}): object => ({
  name,
  label: `The ${name}`,
  kind,
  required: true,
  max_length: 40,
  ...more,
});

export const ONE_FIELD = [aField('card', 'digits')];

/**
 * The page of direct input in browsers, with a runtime that opens sessions and collects the input.
 */
export function useFormPage() {
  const browser = usePublicPage('i');
  const test = useTestApp({ features: [browser.feature] });
  const runtime = perSuite(() => RuntimeOfForms.start(test));

  const addressOf = ({ token }: OpenedSession): string => `${test.baseUrl}/i#${token}`;
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const openButton = (page: Page) => page.getByRole('button', { name: 'Open the form' });
  const showsForm = async (page: Page): Promise<void> => {
    await openButton(page).click();
    await heading(page, 'Enter your details').waitFor();
  };
  const showsFailure = (page: Page): Promise<void> => heading(page, 'This link does not work').waitFor();
  const showsReceived = (page: Page): Promise<void> => heading(page, 'Your answers have arrived').waitFor();
  const collected = async ({ sessionId, privateKey }: OpenedSession): Promise<unknown> => {
    const answer = await runtime.collect(sessionId);
    return unseal((answer.body as { jwe: string }).jwe, privateKey);
  };
  return {
    browser,
    test,
    runtime,
    addressOf,
    heading,
    openButton,
    showsForm,
    showsFailure,
    showsReceived,
    collected,
  };
}
