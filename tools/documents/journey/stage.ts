import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** A moment of the journey that is shown in a picture. */
export interface Scene {
  /** Part of the picture's file name. */
  readonly name: string;
  readonly title: string;
  /** The person's action, described for a reader who has never seen the portal. */
  readonly text: string;
}

/** Performs the journey: a test, or a film of it. */
export interface Stage {
  /** Signs in a person of the demo, in a separate browser. */
  readonly signIn: (email: string) => Promise<Page>;
  /** Called for every scene in order, with the page in its current state. */
  readonly show: (page: Page, scene: Scene) => Promise<void>;
}

/** The file that an action downloads. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await act();
  return readFile(await (await download).path());
}

/** Selects a file, like a person. */
export async function chooseFile(page: Page, button: string, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

export async function choose(page: Page, list: string | RegExp, entry: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: entry }).first().click();
}

/** Scrolls the subject of a scene into the middle of the window. */
export async function centre(place: Locator): Promise<void> {
  await place.evaluate('(it) => it.scrollIntoView({ block: "center" })');
}

/** Turns a switch on or off after scrolling it out from under the header and the footer bar. */
export async function turn(page: Page, name: string, isOn: boolean): Promise<void> {
  const found = page.getByRole('switch', { name });
  await centre(found);
  await found.setChecked(isOn);
}
