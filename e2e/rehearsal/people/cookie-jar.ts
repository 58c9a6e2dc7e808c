import type { CookieJar } from '../../../api/src/testing/cookie-jar.ts';

/** The cookies of a browser whose clock is the rehearsal's. */
export function createRehearsalJar(now: () => number): CookieJar {
  const cookies = new Map<string, { value: string; until: number }>();
  const live = () => [...cookies].filter(([, { until }]) => until > now());
  return {
    get: (name) => live().find(([each]) => each === name)?.[1].value ?? '',
    set: (name, value) => void cookies.set(name, { value, until: Number.POSITIVE_INFINITY }),
    clear: () => cookies.clear(),
    header: () =>
      live()
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; '),
    keep(headers) {
      for (const line of headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split('; ');
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8);
        cookies.set(name, { value, until: expires ? Date.parse(expires) : Number.POSITIVE_INFINITY });
      }
    },
  };
}
