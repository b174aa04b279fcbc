/** A person who can sign in with the local identity provider. */
export interface IdentityAccount {
  readonly email: string;
  /** The `sub` claim of the person's tokens. */
  readonly sub: string;
  /** The `data_env` claim of the person's tokens. */
  readonly dataEnv: string;
  /** Shown next to the address on the login page, such as the person's role. */
  readonly note?: string;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 36rem; margin: 3rem auto } button { display: block; width: 100% }</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

/**
 * The page for choosing a demo user; `action` is the target of the form. All values are escaped.
 */
export function loginPage(action: string, accounts: readonly IdentityAccount[]): string {
  const choices = accounts.map(
    ({ email, dataEnv, note }) =>
      `<button name="account" value="${escapeHtml(email)}">${escapeHtml(email)}` +
      `<small>${escapeHtml([note, dataEnv].filter(Boolean).join(', '))}</small></button>`,
  );
  return page(
    'Sign in to the demo',
    `<p>Pick a demo user. There are no passwords: this identity provider listens only on this
machine, and all of its users are invented.</p>
<form method="post" action="${escapeHtml(action)}">
${choices.join('\n')}
</form>`,
  );
}

/** A page that explains in one sentence why sign-in cannot continue. */
export const problemPage = (sentence: string): string =>
  page('Signing in failed', `<p>${escapeHtml(sentence)}</p>`);
