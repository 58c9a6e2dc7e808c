import { isIPv6 } from 'node:net';

/** The network that an IP address counts as: an IPv4 address by itself, of IPv6 the first 64 bits. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = before.split(':').filter(Boolean);
  if (after !== undefined) {
    const rest = after.split(':').filter(Boolean);
    groups.push(...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
