import axe from 'axe-core';

/**
 * What axe finds wrong in a part of the page, as `rule: element` lines. Contrast is left to the browser tests and to
 * the design system's own, because jsdom computes no layout.
 */
export async function accessibilityViolations(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
