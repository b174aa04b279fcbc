// Some load balancers write a port into X-Forwarded-For: `1.2.3.4:5678`, `[2001:db8::1]:443`.
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/;
const MAX_PORT = 65_535;

/** An address of a caller without the port that a proxy has appended (access 8.3). */
export function withoutPort(address: string): string {
  const [, inBrackets, plain, port = '0'] = WITH_PORT.exec(address) ?? [];
  return Number(port) > MAX_PORT ? address : (inBrackets ?? plain ?? address);
}
