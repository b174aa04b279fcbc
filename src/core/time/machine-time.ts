/** Unix seconds by the machine's own clock, by which jsonwebtoken compares too; everything else asks Clock. */
export const machineSeconds = (): number => Math.floor(Date.now() / 1000);
