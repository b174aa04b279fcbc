import { loadDevSettings } from './settings.ts';
import { fetchAccessToken, UnknownUserError } from './identity/access-token.ts';
import { readDemoFile } from './demo-file.ts';
import { StartError } from './files.ts';

/** `npm run -s token -- <email>`: prints only an access token of a demo user on standard output. */
async function main(): Promise<void> {
  const { dataDir } = loadDevSettings();
  const demo = readDemoFile(dataDir);
  const known = [
    'Known users:',
    ...demo.users.map(({ email, role, data_env }) => `  ${email}  (${role}, ${data_env})`),
  ];
  const [email] = process.argv.slice(2);
  if (email === undefined) throw new StartError(['Usage: npm run -s token -- <email>', ...known].join('\n'));
  try {
    process.stdout.write(`${await fetchAccessToken({ issuer: demo.identity.issuer, email })}\n`);
  } catch (error) {
    if (error instanceof UnknownUserError)
      throw new StartError([`No demo user ${email}.`, ...known].join('\n'));
    // fetch throws this if no server answers.
    if (error instanceof TypeError) {
      throw new StartError(`No platform is running at ${demo.identity.issuer}: run npm start first.`);
    }
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
