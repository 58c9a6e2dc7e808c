/** The value of a cookie, or an empty string. */
export function readCookie(name: string, cookies: string): string {
  const prefix = `${name}=`;
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(prefix));
  return found ? decodeURIComponent(found.slice(prefix.length)) : '';
}
