import axe from 'axe-core';

/**
 * What axe finds wrong in a part of the page, as `rule: element` lines. Contrast is left to the browser tests and to
 * the look's own, because jsdom lays nothing out.
 */
export async function accessibilityFaults(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
