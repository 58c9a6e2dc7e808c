/** Whether a path is a page's. Calls of the API and files are not. */
export const isPage = (path: string): boolean => !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);
