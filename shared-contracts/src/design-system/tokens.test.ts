import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const colours = (block: string) =>
  new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, role = '', value = '']) => [role, value]),
  );

const [lightBlock = '', darkBlock = ''] = css.split('@media');
const schemes = { light: colours(lightBlock), dark: colours(darkBlock) };

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string) => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
};

const GROUNDS = ['paper', 'surface', 'sunken', 'primary-wash', 'accent-wash', 'warn-wash'];
const TEXT = ['ink', 'ink-soft', 'primary', 'primary-deep', 'warn', 'warn-deep'];
const SHAPES = ['neutral', 'accent-edge'];

const pairs = [
  ...TEXT.flatMap((role) => GROUNDS.map((ground) => [role, ground, 4.5] as const)),
  ['on-primary', 'primary', 4.5] as const,
  ['on-primary', 'primary-deep', 4.5] as const,
  ['on-warn', 'warn', 4.5] as const,
  ['on-warn', 'warn-deep', 4.5] as const,
  ['accent', 'mark', 3] as const,
  ...SHAPES.flatMap((role) => GROUNDS.map((ground) => [role, ground, 3] as const)),
];

describe.each(Object.entries(schemes))('the %s scheme', (_, scheme) => {
  test('has every role', () => {
    expect([...scheme.keys()]).toEqual([...schemes.light.keys()]);
  });

  test.each(pairs)('%s on %s reaches %d to 1', (role, ground, least) => {
    expect(contrast(scheme.get(role) ?? '#000000', scheme.get(ground) ?? '#000000')).toBeGreaterThanOrEqual(
      least,
    );
  });
});
