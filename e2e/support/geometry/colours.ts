/** The roles of the look in the light and in the dark scheme, as a browser computes them. */
export const LIGHT = {
  primary: 'rgb(14, 90, 90)',
  accent: 'rgb(242, 180, 65)',
  warning: 'rgb(184, 56, 43)',
  ink: 'rgb(30, 43, 47)',
};
export type Colours = typeof LIGHT;
export const DARK: Colours = {
  primary: 'rgb(124, 200, 191)',
  accent: 'rgb(242, 180, 65)',
  warning: 'rgb(240, 137, 123)',
  ink: 'rgb(234, 240, 239)',
};

/** Whether red, green and blue are nearly alike. */
export function isGrey(colour: string): boolean {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return Math.max(...parts) - Math.min(...parts) < 40;
}
