import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../../src/design-system/tokens.css', import.meta.url), 'utf8');

const colours = (block: string) =>
  new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, role = '', value = '']) => [role, value]),
  );

const [lightBlock = '', darkBlock = ''] = css.split('@media');

/** The colour of each role, as `#rrggbb`. */
export const schemes = { light: colours(lightBlock), dark: colours(darkBlock) };

/** Relative luminance as WCAG 2.2 defines it. */
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast of two roles as WCAG 2.2 defines it, 1 to 21. */
export const contrast = (scheme: ReadonlyMap<string, string>, a: string, b: string): number => {
  const [darker = 0, lighter = 0] = [a, b]
    .map((role) => luminance(scheme.get(role) ?? '#000000'))
    .sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
};
