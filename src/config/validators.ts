import { isIP } from 'node:net';
import { makeExactValidator } from 'envalid';

/**
 * Whole numbers within bounds; a setting out of range is refused at boot, not discovered under
 * load.
 */
export const whole = (min: number, max: number) =>
  makeExactValidator<number>((input) => {
    const value = Number(input);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  });

export const share = makeExactValidator<number>((input) => {
  const value = Number(input);
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
});

/** Port numbers, separated by commas. */
export const ports = makeExactValidator<readonly number[]>((input) => {
  const numbers = input.split(',').map((text) => Number(text.trim()));
  if (!numbers.every((port) => Number.isInteger(port) && port > 0 && port <= 65_535)) {
    throw new Error('must be ports from 1 to 65535, separated by commas');
  }
  return numbers;
});

export const nameServers = makeExactValidator<readonly string[]>((input) => {
  const servers = input.split(',').map((text) => text.trim());
  if (!servers.every((server) => isIP(server) !== 0 || isIP(hostOf(server)) !== 0)) {
    throw new Error('must be addresses such as 192.0.2.53 or 192.0.2.53:5353, separated by commas');
  }
  return servers;
});

/** The address before a port: `192.0.2.53:53`, `[2001:db8::53]:53`. */
const hostOf = (server: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*)):\d{1,5}$/
    .exec(server)
    ?.slice(1)
    .find((it) => it !== undefined) ?? '';

export const postgresUrl = makeExactValidator<string>((input) => {
  const url = URL.parse(input);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new Error('must look like postgres://user:password@host:port/database');
  }
  return input;
});

export const httpUrl = makeExactValidator<string>((input) => {
  const url = URL.parse(input);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https address');
  return input;
});

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * One of our sites as browsers name it in Origin: https, or http to this machine, without a path.
 */
export const siteUrl = makeExactValidator<string>((input) => {
  const url = URL.parse(input);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !isSafe || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Error('must be an https address without a path; http is only allowed for this machine');
  return url.origin;
});

/** Names, such as paths, separated by commas. */
export const names = makeExactValidator<readonly string[]>((input) => {
  const given = input.split(',').map((text) => text.trim());
  if (given.includes('')) throw new Error('must be names separated by commas');
  return given;
});

/** 32 bytes: as long as the HMAC-SHA-256 output they key, so no strength is lost. */
export const secret = makeExactValidator<Buffer>(secretOf);

/** Several secrets, separated by commas. */
export const secrets = makeExactValidator<readonly Buffer[]>((input) =>
  input.split(',').map((text) => secretOf(text.trim())),
);

function secretOf(input: string): Buffer {
  const bytes = Buffer.from(input, 'base64');
  if (bytes.length < 32 || !/^[A-Za-z0-9+/]+={0,2}$/.test(input)) {
    throw new Error('must be at least 32 random bytes in base64 (openssl rand -base64 32)');
  }
  return bytes;
}

export const storeUrls = makeExactValidator<ReadonlyMap<string, string>>((input) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(input);
  } catch {
    throw new Error('must be a JSON object of store id to database address');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('must be a JSON object of store id to database address');
  }
  const stores = new Map<string, string>();
  for (const [storeId, url] of Object.entries(parsed)) {
    const address = typeof url === 'string' ? URL.parse(url) : null;
    if (!/^[a-z0-9-]{1,40}$/.test(storeId))
      throw new Error(`store id "${storeId}" must match [a-z0-9-]{1,40}`);
    if (!address || !/^postgres(ql)?:$/.test(address.protocol)) {
      throw new Error(
        `the address of store "${storeId}" must look like postgres://user:password@host:port/database`,
      );
    }
    stores.set(storeId, url as string);
  }
  if (stores.size === 0) throw new Error('must name at least one store');
  return stores;
});
