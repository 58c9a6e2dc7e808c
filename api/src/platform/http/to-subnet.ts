import { isIPv6 } from 'node:net';

/**
 * The networks that an IP address counts as, the narrowest first: of IPv6 the first 64, 56 and 48 bits, such as a line, a
 * household and an organisation have; of IPv4 the address and the 256 around it.
 */
export function toSubnets(address: string): [string, ...string[]] {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (!isIPv6(ipv4)) return [ipv4, `${ipv4.replace(/\.\d+$/, '.0')}/24`];
  const [first = '0', second = '0', third = '0', fourth = '0'] = groupsOf(address);
  const site = `${first}:${second}:${third}`;
  const household = Number.parseInt(fourth, 16) & 0xff00;
  return [`${site}:${fourth}::/64`, `${site}:${household.toString(16)}::/56`, `${site}::/48`];
}

/** The narrowest of them. */
export const toSubnet = (address: string): string => toSubnets(address)[0];

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = before.split(':').filter(Boolean);
  if (after !== undefined) {
    const rest = after.split(':').filter(Boolean);
    groups.push(...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest);
  }
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
