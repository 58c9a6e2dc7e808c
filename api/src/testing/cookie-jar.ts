/** The cookies that one browser holds for the API. */
export function createCookieJar() {
  const cookies = new Map<string, string>();
  return {
    get: (name: string): string => cookies.get(name) ?? '',
    set: (name: string, value: string): void => void cookies.set(name, value),
    clear: (): void => cookies.clear(),
    header: (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    /** Takes over the cookies of an answer, in their order; one that has expired is let go. */
    keep(headers: Headers): void {
      for (const line of headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split('; ');
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8);
        if (expires && Date.parse(expires) <= Date.now()) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}
export type CookieJar = ReturnType<typeof createCookieJar>;
