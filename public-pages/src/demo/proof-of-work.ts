import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

// A phone of 2019 takes some seconds. After this long the page starts again, with another challenge.
const TIMEOUT_MS = 120_000;

/**
 * Solves a challenge off the main thread.
 * @returns the proof for the service, or null after two minutes
 */
export async function solve(challenge: Challenge): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
