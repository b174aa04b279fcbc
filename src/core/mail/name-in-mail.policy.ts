// Names that people have; a longer one is most likely a message.
const MAX_NAME = 80;

/**
 * Makes a name safe for a mail: people choose their names, and the mail goes to a stranger.
 * Characters that could form a link, another line or another sentence are removed (people 3.5).
 */
export const nameInMail = (name: string): string =>
  [
    ...name
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} .,'’&()-]/gu, ' ')
      // A dot within a word makes a link of it in most mail programs.
      .replace(/\.(?=\S)/g, '. ')
      .replace(/ +/g, ' ')
      .trim(),
  ]
    .slice(0, MAX_NAME)
    .join('');
