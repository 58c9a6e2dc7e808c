/** The value of a cookie, or an empty string. */
export function readCookie(name: string, cookies: string): string {
  const prefix = `${name}=`;
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(prefix));
  return found ? decodeURIComponent(found.slice(prefix.length)) : '';
}

/** The CSRF token. Behind TLS its cookie has the prefix, which no sibling host can set. */
export const readCsrfToken = (cookies: string): string =>
  readCookie('__Host-csrftoken', cookies) || readCookie('csrftoken', cookies);
