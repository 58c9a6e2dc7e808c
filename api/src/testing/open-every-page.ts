import type { StaffRole } from '../domain/people/staff/staff.entity.ts';
import { hasRight, type StaffRight } from '../domain/people/staff/staff-rights.ts';
import { HOME } from '../staff-site/page/navigation.ts';
import { teamPages } from '../staff-site/staff-site.ts';
import type { StaffBrowser } from './staff-browser.ts';

const registered: { path: string; right: StaffRight }[] = [];
teamPages({ get: (path, right) => registered.push({ path, right }), post: () => {} });

/** A page without the ids and tokens that it draws for its forms. */
export const withoutRandom = (text: string): string =>
  text
    .replaceAll(/(name="\w*[iI]d" value=")[0-9a-f-]{36}/g, '$1')
    .replaceAll(/(name="csrfToken" value=")[^"]+/g, '$1');

/** Every page that the role may open, by its address; what its own account shows is of no participant. */
export async function openEveryPage(
  browser: StaffBrowser,
  role: StaffRole,
  id: string,
): Promise<Map<string, string>> {
  const pages = registered.filter(
    ({ path, right }) => (right !== 'own-account' || path === HOME) && hasRight({ roles: [role] }, right),
  );
  const shown = new Map<string, string>();
  for (const { path } of pages) {
    const { status, location, text } = await browser.open(path.replaceAll(/:\w+/g, id));
    shown.set(path, `${status} ${location} ${withoutRandom(text)}`);
  }
  return shown;
}
